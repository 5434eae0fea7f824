#!/bin/sh
# Damaged models, extremes and random bytes on the sanitized build; lists of tests, comments, traces, declarations, witnesses, what programs say.
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${BUILD:-build/asan}")
trust=$PWD/test/trust kept=$PWD/build/kept/bad-input
. "$PWD/test/command.sh"
also python3 "$trust/badinput.py" --count 200 --mazurka "$BUILD/mazurka" --keep "$kept"
for parser in toml comments program-trace witness wire; do
  also python3 "$trust/badinput.py" --parser $parser --count 25 --mazurka "$BUILD/mazurka" --keep "$kept"
done
also python3 "$trust/badinput.py" --parser protocol --count 10 --mazurka "$BUILD/mazurka" --keep "$kept"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
