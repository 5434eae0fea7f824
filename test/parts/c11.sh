#!/bin/sh
# C11's memory model: a share of the random programs with weak atomics, against the
# enumerator of RC11 executions; `python3 test/trust/c11_programs.py` makes more.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
python3 test/trust/c11_oracle.py || exit 1
exec python3 test/trust/c11_programs.py --seed 1 --programs 100 --build "$build"
