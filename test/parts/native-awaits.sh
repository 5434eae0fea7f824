#!/bin/sh
# Waiting loops are waits: programs with known verdicts, and with known numbers of executions, and random ones.
cd "$(dirname "$0")/../.." || exit 1
python3 test/native/programs.py awaits && python3 test/native/awaits.py && python3 test/trust/native_awaits.py --retries --programs 25 && python3 test/trust/native_polling.py --programs 12 && exec python3 test/trust/native_awaits.py --seed 2 --programs 25
