#!/bin/sh
# What each construct of the language means, against kept results of SPIN.
exec python3 "$(dirname "$0")/../trust/language.py"
