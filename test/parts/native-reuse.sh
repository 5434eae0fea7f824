#!/bin/sh
# Addresses and thread ids that come back; what races with the end of a block. A fixed share of the random programs:
# python3 test/trust/reuse_programs.py --seed N --programs 300 tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
python3 test/native/programs.py reuse && exec python3 test/trust/reuse_programs.py --seed 2 --programs 25
