#!/bin/sh
# Files from strangers: traces, lists of tests, comments, witnesses, names and models that try to run, write or show what they should not.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/hostile_files.py --mazurka "${1:-${BUILD:-build}}/mazurka"
