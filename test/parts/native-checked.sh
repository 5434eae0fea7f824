#!/bin/sh
# The runtime with its assertions on: pthreads and semaphores beside glibc, some of the random
# programs, and the programs with known verdicts that native-repeat, which has them too, leaves out.
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${1:-${BUILD:-build/asan}}")
export BUILD
trust=$PWD/test/trust native=$PWD/test/native
. "$PWD/test/command.sh"
also python3 "$native/programs.py" awaits hostile orders
also python3 "$native/posix/posix.py" --seed 2 --scripts 60
also python3 "$trust/native_fuzz.py" --seed 2 --programs 10 --batch 10 --jobs 1 --no-shrink --keep "$BUILD/kept/native-checked" --mazurka "$BUILD/mazurka"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
