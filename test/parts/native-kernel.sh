#!/bin/sh
# What libc takes from the kernel in an execution is not there in the next: every function of the table, and those known to
# map or open something, with a build that compares what /proc has of the process after each execution.
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${1:-${BUILD:-build/asan}}")
export BUILD
trust=$PWD/test/trust native=$PWD/test/native
. "$PWD/test/command.sh"
also python3 "$native/taken.py"
also python3 "$trust/libc_races.py" --once --mazurka "$BUILD/mazurka"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
