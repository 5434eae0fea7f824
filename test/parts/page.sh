#!/bin/sh
# The page of a finding, in a browser.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/page/browser.py --mazurka "${1:-${BUILD:-build}}/mazurka"
