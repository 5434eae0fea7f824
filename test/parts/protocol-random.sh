#!/bin/sh
# A fixed share of the random protocols, without large ones, of which two took half of the time; `make fuzz-protocols` tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
exec python3 test/trust/protocols.py --seed 1 --protocols 66 --states 2000 --mazurka "$build/mazurka"
