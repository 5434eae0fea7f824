#!/bin/sh
# What is cut does not hide what is not: limits of models, --time, outputs about long executions.
exec python3 "$(dirname "$0")/../trust/cut.py"
