#!/bin/sh
# How C programs end: the same kinds of findings in every engine.
exec python3 "$(dirname "$0")/../trust/ends.py"
