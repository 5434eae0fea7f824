#!/bin/sh
# Two wrong runtimes, which the random C programs must notice (all of them: test/trust/native_mutants.py).
cd "$(dirname "$0")/../.." || exit 1
trust=$PWD/test/trust
. "$PWD/test/command.sh"
also python3 "$trust/native_mutants.py" --only 'signal wakes the first waiter'
also python3 "$trust/native_mutants.py" --only 'trylock only reads'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
