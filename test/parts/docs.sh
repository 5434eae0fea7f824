#!/bin/sh
# Transcripts in README.md and docs: made again and compared.
# Usage: sh test/parts/docs.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${1:-${BUILD:-build}}") exec python3 test/docs.py
