#!/bin/sh
# A fixed share of the random C programs, and the kept ones; `make fuzz-native`
# tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/native_fuzz.py --seed 1 --programs 40 --batch 20 --jobs 1 --no-shrink --keep build/kept/native-fuzz
