#!/bin/sh
# A fixed share of the random C programs, and the kept ones; `make fuzz-native`
# tries fresh ones. Then wrong runtimes, which must all be noticed.
cd "$(dirname "$0")/../.." || exit 1
python3 test/trust/native_fuzz.py --seed 1 --programs 80 --batch 20 --jobs "$(nproc)" --no-shrink --keep build/kept || exit 1
exec python3 test/trust/native_mutants.py
