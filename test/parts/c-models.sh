#!/bin/sh
# C programs as models, against what the native engine is known to answer, and the native engine itself on random ones.
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
export BUILD
good=0 bad=0
run () {
  out=$(python3 test/trust/c_models.py "$@")
  echo "$out" | grep -v ' passed, '
  good=$((good + $(echo "$out" | sed -nE 's/^([0-9]+) passed, .*/\1/p')))
  bad=$((bad + $(echo "$out" | sed -nE 's/.* passed, ([0-9]+) failed/\1/p')))
}
run --exact test/native/models
[ "$bad" = 0 ] || [ -z "$STOP_AT_FAILURE" ] || exit 1
run --exact --engine bmc test/native/models
[ -n "$MAZURKA_MUTANT" ] || run --random 24 --seed 1
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
