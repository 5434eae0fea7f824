#!/bin/sh
# A fixed share of the random models; `make fuzz` tries fresh ones.
exec python3 "$(dirname "$0")/../trust/fuzz.py" --seed 1 --spin 25 --own 300 --jobs "$(nproc)"
