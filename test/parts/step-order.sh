#!/bin/sh
# What orders the steps of a finding in a model, in JSON and in the picture.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/page/arrows.py --mazurka "${1:-${BUILD:-build}}/mazurka"
