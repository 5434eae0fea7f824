#!/bin/sh
# Every planted mistake still fits the source (test/mutants/plant.py).
exec python3 test/mutants/plant.py --check
