#!/bin/sh
# A fixed share of the random models about widths, interpreted: python3 test/trust/width_models.py --seed N --models 300 tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/width_models.py --seed 40 --models 20 --seconds 0.5 --mazurka "${BUILD:-build}/mazurka"
