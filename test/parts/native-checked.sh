#!/bin/sh
# The runtime with its assertions on: programs with known verdicts, pthreads and
# semaphores beside glibc, and some of the random programs.
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${1:-${BUILD:-build/debug}}")
export BUILD
trust=$PWD/test/trust native=$PWD/test/native
. "$PWD/test/command.sh"
also python3 "$native/programs.py"
also python3 "$native/posix/posix.py" --seed 2 --scripts 200
also python3 "$trust/native_fuzz.py" --seed 2 --programs 10 --batch 10 --jobs 1 --no-shrink --keep "$BUILD/kept/native-checked" --mazurka "$BUILD/mazurka"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
