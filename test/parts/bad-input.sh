#!/bin/sh
# Damaged models, extremes and random bytes on the sanitized build.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/badinput.py --count 200 --mazurka "${BUILD:-build/asan}/mazurka" --keep build/kept/bad-input
