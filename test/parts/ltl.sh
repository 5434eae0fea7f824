#!/bin/sh
# Automata against those of `spin -f` and of lbt on random formulas.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/ltl_spin.py --count 200 --size 9 --seed 7
