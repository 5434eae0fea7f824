#!/bin/sh
# Temporal properties: SPIN's examples, random models with random formulas.
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
for part in "liveness_examples.py --skip LTL/leader.pml --skip LTL/leader_pre.pml --skip Exercises/ex_6.pml \
             --skip LTL/petersonN.pml --skip LTL/ltl_gen.pml" \
            "ltl_models.py --own 40 --spin 10 --seed 1" "ltl_models.py --own 10 --next --seed 1" \
            "ltl_reduced.py --kept" "ltl_reduced.py --pairs 300 --seed 1" "ltl_reduced.py --pairs 80 --next --seed 1"; do
  # shellcheck disable=SC2086
  result=$(python3 test/trust/$part)
  echo "$result"
  line=$(echo "$result" | tail -n 1)
  p=$(echo "$line" | sed -nE 's/^([0-9]+) passed, [0-9]+ failed$/\1/p')
  f=$(echo "$line" | sed -nE 's/^[0-9]+ passed, ([0-9]+) failed$/\1/p')
  passed=$((passed + ${p:-0}))
  failed=$((failed + ${f:-1}))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
