#!/bin/sh
# Protocols: the examples with every reduction, and descriptions that are wrong.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
exec python3 test/trust/protocol_examples.py --mazurka "$build/mazurka"
