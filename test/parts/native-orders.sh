#!/bin/sh
# Memory orders, sufficient and not: C programs with known verdicts.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/programs.py orders
