#!/bin/sh
# What functions of libc read and write is seen: a race with each, and a twin without.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/libc_races.py --mazurka "${1:-${BUILD:-build}}/mazurka"
