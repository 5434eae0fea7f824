#!/bin/sh
# C programs at the borders of what the runtime's tables hold: below, at, above.
BUILD=${1:-${BUILD:-build}}; export BUILD
exec python3 "$(dirname "$0")/../trust/limits_native.py"
