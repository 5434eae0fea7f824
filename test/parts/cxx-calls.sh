#!/bin/sh
# What functions of libstdc++ read and write is seen: a race with each, and a twin without; and all of its symbols have a class.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/cxx_calls.py --mazurka "${1:-${BUILD:-build}}/mazurka"
