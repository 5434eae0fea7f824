#!/bin/sh
# A fixed share of the random symmetric protocols, interpreted: python3 test/trust/symmetric_protocols.py --seed N --protocols 300 tries fresh ones.
cd "$(dirname "$0")/../.." || exit 1
exec python3 test/trust/symmetric_protocols.py --seed 1000 --protocols 22 --mazurka "${BUILD:-build}/mazurka"
