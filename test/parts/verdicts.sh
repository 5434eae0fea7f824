#!/bin/sh
# A verdict claims what was checked, and nothing else.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/verdicts.py --mazurka "${1:-${BUILD:-build}}/mazurka"
