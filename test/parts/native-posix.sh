#!/bin/sh
# Pthreads and semaphores: each function in each situation as glibc has it.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/posix/posix.py
