#!/bin/sh
# Outputs that others read. Debian's own python3 has the validator that is installed for it.
cd "$(dirname "$0")/../.." || exit 1
exec /usr/bin/python3 test/page/formats.py --mazurka "${1:-${BUILD:-build}}/mazurka"
