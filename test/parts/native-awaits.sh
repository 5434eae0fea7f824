#!/bin/sh
# Waiting loops are waits: programs with known verdicts, and with known numbers of executions.
cd "$(dirname "$0")/../.." || exit 1
python3 test/native/programs.py awaits && exec python3 test/native/awaits.py
