#!/bin/sh
# How processes end: every way with every kind of handler, compared with glibc natively.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/native/ends.py
