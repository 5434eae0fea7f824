#!/bin/sh
# Random models with random formulas: every way to check them says the same, and what SPIN says.
cd "$(dirname "$0")/../.." || exit 1
trust=$PWD/test/trust
. "$PWD/test/command.sh"
also python3 "$trust/ltl_models.py" --own 60 --spin 5 --seed 1
also python3 "$trust/ltl_models.py" --own 20 --next --seed 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
