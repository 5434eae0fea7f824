#!/bin/sh
# One engine's ok is never another one's violation.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/kinds.py --mazurka "${1:-${BUILD:-build}}/mazurka"
