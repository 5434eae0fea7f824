#!/bin/sh
# Includes point one way. Each room may include itself and what is listed.
cd "$(dirname "$0")/.." || exit 1
may () {
  case $1 in
  base) ;;
  model) echo base ;;
  front) echo model base mazurka ;;    # protocols are written with what users include
  vm) echo model base ;;
  store) echo base ;;
  reduce) echo model base lpor mazurka ;;   # the library of stubborn sets, and the closure that it has
  ltl) echo base ;;
  lpor) echo mazurka ;;                # a library of its own
  search) echo reduce store ltl model base ;;
  report) echo model base ;;
  native) echo model base mazurka ;;   # the runtime implements what users include
  symbolic) echo model ltl base ;;
  cli) echo front vm native reduce store ltl search symbolic report model base ;;
  *) echo "no such room in test/arrows.sh: $1" >&2 ;;
  esac
}
good=0 bad=0
for file in $(find src -name '*.[ch]'); do
  room=$(echo "$file" | cut -d/ -f2)
  allowed=" $room $(may "$room") " wrong=0
  for included in $(sed -nE 's/^#include "([a-z]+)\/.*/\1/p' "$file"); do
    case $allowed in
    *" $included "*) ;;
    *) echo "$file: includes $included/, which $room may not"; wrong=1 ;;
    esac
  done
  good=$((good + 1 - wrong)) bad=$((bad + wrong))
done
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
