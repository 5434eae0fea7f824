#!/bin/sh
# SPIN's examples: verdicts and unreduced counts against kept numbers of SPIN.
exec python3 "$(dirname "$0")/../trust/examples.py" --max 700000
