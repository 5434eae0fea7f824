#!/bin/sh
# Random C programs with endless loops: within a bound on events every reduction finds what there is, and
# stored states lose nothing of it.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/endless.py --programs 10 --store
