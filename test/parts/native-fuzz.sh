#!/bin/sh
# A fixed share of the random C programs, and the kept ones; `make fuzz-native`
# tries fresh ones. Before that two wrong runtimes, which must be noticed
# (all of them: test/trust/native_mutants.py).
cd "$(dirname "$0")/../.." || exit 1
for wrong in 'signal wakes the first waiter' 'trylock only reads'; do
  python3 test/trust/native_mutants.py --only "$wrong" || exit 1
done
exec python3 test/trust/native_fuzz.py --seed 1 --programs 40 --batch 20 --jobs "$(nproc)" --no-shrink --keep build/kept
