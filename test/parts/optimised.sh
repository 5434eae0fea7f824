#!/bin/sh
# Whether two threads race does not depend on what a compiler makes of their accesses: random pairs, gcc and clang, -O0 and more.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/optimised.py --count 60 --levels O1,O2 --mazurka "${1:-${BUILD:-build}}/mazurka"
