#!/bin/sh
# The trust machine must notice every fault of a command that lies.
exec python3 "$(dirname "$0")/../trust/selftest.py"
