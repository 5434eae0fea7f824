#!/bin/sh
# A fixed share of the random models; `make fuzz` tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/fuzz.py --seed 1 --spin 15 --own 200 --keep build/kept/fuzz
