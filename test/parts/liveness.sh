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

# ---- fairness of maximal traces lies between none and weak: who is left alone goes on ----
fairness () {                     # STATEMENTS none trace weak strong: exit codes
  echo "byte x, y; active proctype P () { $1; y = 1 } active proctype Q () { do :: x = 1 - x od } ltl p { <> (y == 1) }" >fair.pml
  for por in none ample stubborn; do
    code "$2" check fair.pml --claim=p --por=$por --trace=/dev/null
    code "$3" check fair.pml --claim=p --por=$por --trace=/dev/null --fair=trace
    code "$4" check fair.pml --claim=p --por=$por --trace=/dev/null --fair=weak
    code "$5" check fair.pml --claim=p --por=$por --trace=/dev/null --fair=strong
  done
}
fairness 'y = 2' 1 0 0 0
fairness 'x == 0' 1 1 1 0
fairness 'x = 0' 1 1 0 0
code 1 check fair.pml --claim=p --fair=trace --trace=fair.trace
code 1 replay fair.trace
says out '^reproduced in'
echo 'byte y; active proctype P () priority 2 { y = 1 } ltl p { <> (y == 1) }' >fair.pml
code 3 check fair.pml --claim=p --fair=trace
says out 'needs to know which steps depend on each other: the model uses priorities'

# ---- weak fairness asks who is enabled all the time: also between two steps that nobody else sees ----
echo 'chan r = [0] of {byte}; byte x; active proctype P () { byte t; do :: r?t -> t = 2 od } active proctype Q () { do :: r!1 od }
      active proctype S () { r!2; x = 1 } ltl p { <> (x == 1) }' >meet.pml
echo 'byte x; active proctype P () { byte t; do :: timeout -> t = 2 od } active proctype S () { timeout -> x = 1 } ltl p { <> (x == 1) }' >last.pml
for model in meet last; do
  for how in --simplify=on --simplify=off --por=none --por=ample; do
    code 1 check $model.pml --claim=p --fair=weak $how --trace=/dev/null
    code 0 check $model.pml --claim=p --fair=strong $how
  done
done

# ---- timeout: nobody can do anything else, in every order ----
echo 'byte x, y, n; active proctype A () { do :: n < 2 -> n++; x = 1 :: timeout -> n = 0; y = 1 - y od }
      active proctype B () { byte b; do :: b < 1 -> b++ :: timeout -> b = 0 od } ltl p { []<> (y == 1) }' >late.pml
for por in none ample stubborn; do
  for fair in none weak trace; do
    code 1 check late.pml --claim=p --fair=$fair --por=$por --trace=/dev/null
  done
  code 0 check late.pml --claim=p --fair=strong --por=$por --json=r.json
  json r.json "s['states'] == $([ $por = none ] && echo 32 || echo 26)"
done

also python3 "$trust/ltl_reduced.py" --kept
also python3 "$trust/ltl_reduced.py" --pairs 300 --seed 1
also python3 "$trust/ltl_reduced.py" --pairs 80 --next --seed 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
