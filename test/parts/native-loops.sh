#!/bin/sh
# Loops that wait, and loops that only look so: C and C++ programs with known verdicts.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/programs.py loops
