#!/bin/sh
# Every function that the runtime replaces: called as glibc has it, or named in the verdict.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/calls/calls.py
