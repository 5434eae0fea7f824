#!/bin/sh
# Temporal properties with and without reduction on random models, and the known mistakes.
cd "$(dirname "$0")/../.." || exit 1
trust=$PWD/test/trust
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$PWD/test/command.sh"

# ---- a step that fails ends its runs, and must not stand for those of the others ----
for step in 'x = 1 / x' 'assert (x == 1)' 'x = a[x + 2]' 'if :: x = 1 / x :: x = a[x + 2] fi'; do
  echo "bool v; active proctype A () { byte x, a[2]; x = 0; $step; x = 2 }
        active proctype B () { v = 1; v = 0 } ltl p { [] !v }" >failing.pml
  for how in --por=none --por=ample '--por=stubborn --simplify=off' '--por=stubborn --fair=weak'; do
    # shellcheck disable=SC2086
    code 1 check failing.pml --claim=p $how --trace=/dev/null
    says out 'ltl p'
  done
done

also python3 "$trust/ltl_reduced.py" --kept
also python3 "$trust/ltl_reduced.py" --pairs 300 --seed 1
also python3 "$trust/ltl_reduced.py" --pairs 80 --next --seed 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
