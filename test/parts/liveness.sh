#!/bin/sh
# Temporal properties with and without reduction on random models, and the known mistakes.
cd "$(dirname "$0")/../.." || exit 1
trust=$PWD/test/trust
. "$PWD/test/command.sh"
also python3 "$trust/ltl_reduced.py" --kept
also python3 "$trust/ltl_reduced.py" --pairs 300 --seed 1
also python3 "$trust/ltl_reduced.py" --pairs 80 --next --seed 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
