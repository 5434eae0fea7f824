#!/bin/sh
# Ways out of a program under test, by functions of libc and by system calls of its own: denied or in memory, and said.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/fence.py "$@"
