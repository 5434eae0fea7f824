#!/bin/sh
# C and C++ programs with known verdicts, and hostile ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/programs.py
