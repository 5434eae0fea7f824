#!/bin/sh
# Models at the borders of what the numbers inside can hold: below, at, above.
exec python3 "$(dirname "$0")/../trust/limits.py"
