#!/bin/sh
# Digests are made in one place.
cd "$(dirname "$0")/../.." || exit 1
exec sh test/digests.sh
