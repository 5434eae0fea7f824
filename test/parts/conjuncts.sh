#!/bin/sh
# Conjunctions are checked conjunct by conjunct where that takes fewer states, with the same verdicts.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
passed=0 failed=0
expect () {                       # WHAT EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $1: expected '$2', got '$3'"; fi
}
{
  echo 'byte x0, x1, x2, x3, x4, x5, zero;'
  for i in 0 1 2 3 4 5; do
    echo "active proctype P$i () { x$i = 1; x$i = 0; x$i = 1; x$i = 0; x$i = 1; x$i = 0; x$i = 1 }"
  done
} > "$here/six.pml"
check () {                        # FORMULA OPTION...: verdict, states, findings
  formula=$1; shift
  (cd "$here" && "$build/mazurka" check six.pml --claim=formula --ltl "$formula" --json --quiet "$@" 2>/dev/null) | python3 -c '
import json, sys
r = json.load(sys.stdin)
print(r["verdict"], r["properties"][0]["stats"]["states"], *[f["kind"] for f in r["findings"]])'
}
all='x0<2 && x1<2 && x2<2 && x3<2 && x4<2'
set -- $(check "[]($all && x5<2)")
expect "the conjunction holds" ok "$1"
expect "in at most 300 states" yes "$([ "$2" -le 300 ] && echo yes || echo "$2 states")"
expect "so does a conjunction of formulas" "ok" "$(check "[](x0<2) && []<>(x1==1) && []($all)" | cut -d' ' -f1)"
for i in 0 1 2 3 4 5; do          # one of them is violated, first, between others, last
  formula=$(echo "$all && x5<2" | sed "s/x$i<2/x$i<1/")
  expect "x$i is violated" "violation ltl" "$(check "[]($formula)" | cut -d' ' -f1,3)"
done
for fair in weak strong; do
  expect "violated, $fair fairness" "violation ltl" "$(check "[]($all) && []<>(x5==0)" --fair=$fair | cut -d' ' -f1,3)"
done
# a part that only has a value where those before it hold is not split off
for formula in '[](zero == 0 || (zero != 0 && 1 / zero < 2))' '[](x0 < 2 && (zero == 0 || 1 / zero > 0) && x1 < 2)'; do
  expect "$formula" ok "$(check "$formula" | cut -d' ' -f1)"
done
expect "a limit of the user is one" unknown "$(check "[]($all && x5<2)" --max-states=20 | cut -d' ' -f1)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
