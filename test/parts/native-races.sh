#!/bin/sh
# What orders accesses, and what does not: C and C++ programs with known verdicts.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/programs.py races
