#!/bin/sh
# Nothing that one execution of a C program did is seen by another: each is executed again after
# others, and must see the same. The runtime has its assertions on.
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build/asan} OPTIONS=--repeat=100 exec python3 test/native/programs.py loops memory misc paths races sections sync
