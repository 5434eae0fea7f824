#!/bin/sh
# Random protocols with faults and with declarations that are left out or too small, against an oracle; `make fuzz-protocols` tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
exec python3 test/trust/protocol_declarations.py --seed 1 --protocols 32 --mazurka "$build/mazurka"
