#!/bin/sh
# The heap, and memory in every execution as in the first: C and C++ programs with known verdicts.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/programs.py memory
