#!/bin/sh
# A plain write to a synchronisation object beside each operation on it is a data race.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/plain_writes.py
