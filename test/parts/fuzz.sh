#!/bin/sh
# A fixed share of the random models; `make fuzz` tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/fuzz.py --seed 1 --spin 25 --own 300 --keep build/kept/fuzz
