#!/bin/sh
# All tests, in order of how fast they fail. Each part ends with a line
# "N passed, N failed"; the last line here is their sum.
cd "$(dirname "$0")/.." || exit 1
jobs=$(nproc)
log=build/test-log
mkdir -p build
passed=0 failed=0

part () {
  name=$1
  shift
  start=$(date +%s)
  "$@" >"$log" 2>&1
  status=$?
  line=$(grep -aE '^([A-Za-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
  p=$(echo "$line" | sed -nE 's/.*\b([0-9]+) passed.*/\1/p')
  f=$(echo "$line" | sed -nE 's/.* ([0-9]+) failed.*/\1/p')
  # A part that fails, or counts nothing, is a failure whatever it says.
  if [ "$status" != 0 ] && [ "${f:-0}" = 0 ]; then f=1; fi
  if [ -z "$line" ] && [ "$status" = 0 ]; then
    case $name in build*) p=1 f=0 ;; *) f=1 ;; esac
  fi
  passed=$((passed + ${p:-0}))
  failed=$((failed + ${f:-0}))
  printf '%-28s %6s passed %4s failed  %4ds\n' "$name" "${p:-0}" "${f:-0}" $(($(date +%s) - start))
  if [ "${f:-0}" != 0 ]; then
    echo "---- $name: $*"
    tail -n 60 "$log"
    echo "----"
  fi
}

part 'build (gcc)' make -j"$jobs" all
part 'build (clang)' make -j"$jobs" CC=clang all
part 'build (debug)' make -j"$jobs" CONFIG=debug unit
part 'build (asan)' make -j"$jobs" CONFIG=asan all unit
part 'include arrows' sh test/arrows.sh
for t in build/debug/test/*; do
  [ -x "$t" ] && part "unit $(basename "$t")" "$t"
done
for t in build/asan/test/*; do
  [ -x "$t" ] && part "unit $(basename "$t") (asan)" "$t"
done
for t in test/parts/*.sh; do
  part "$(basename "$t" .sh)" sh "$t"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
