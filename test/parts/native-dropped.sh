#!/bin/sh
# Accesses that an optimising compiler leaves out, merges or moves are accesses of the program: they race.
cd "$(dirname "$0")/../.." || exit 1
program=$PWD/test/native/dropped.c mazurka=$PWD/${BUILD:-build}/mazurka
. test/command.sh

# race TOUCH FLAGS...
race () {
  touch=$1
  shift
  code 1 check "$program" --quiet -D"TOUCH=$touch" "$@"
  says out 'data race'
}

for compiler in gcc clang; do
  export MAZURKA_CC=$compiler
  race 'local = shared'
  race 'if (shared > 3) { }'
  race 'local = shared * 2 - shared'
  race 'int early = shared; if (never) local = early'
  race 'local = never ? 0 : shared'
  race 'for (int i = 0; i < 4; i++) local += array[i]'
  race 'int *block = malloc (4); *block = shared; free (block)'
  race 'struct pair all = pair; local = all.left'
  race 'unused_pair = pair'
  race 'inlined ()'
  race 'called ()'
  race 'shared = 1; shared = 2' -DREADS
  race 'pair = unused_pair' -DREADS
  code 0 check "$program" --quiet -DTOUCH=
done
for compiler in gcc clang; do
  export MAZURKA_CC=$compiler
  race 'shared = 1; shared = 2' -DREADS -O2
  race 'local = shared' -O2
  race 'local = declared_pure ()' -O2
  race 'declared_pure ()' -O1
  race 'unused_pair = pair' -O3
done
unset MAZURKA_CC
race 'local = shared' -O2
race 'shared = 1; shared = 2' -DREADS -O3
race 'called ()' -O2
race 'local = shared' --engine=explicit

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
