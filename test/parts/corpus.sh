#!/bin/sh
# Kept models with mandatory expectations, in every configuration.
exec python3 "$(dirname "$0")/../trust/corpus.py"
