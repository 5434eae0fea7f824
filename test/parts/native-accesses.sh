#!/bin/sh
# Whatever touches memory is an access: structures that calls copy, builtins, odd sizes, both compilers.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/accesses.py
