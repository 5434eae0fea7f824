#!/bin/sh
# Includes point one way. Each room may include itself and what is listed. A folder inside a room that has a line of its own
# is a room of its own, which others include only where they say so; any other folder belongs to the room around it.
cd "$(dirname "$0")/../.." || exit 1
may () {
  case $1 in
  base) ;;
  model) echo base ;;
  front/c | front/promela) echo model base ;;
  front/protocol) echo model base mazurka ;;    # protocols are written with what users include
  vm) echo model base ;;
  store) echo base ;;
  reduce) echo model base lpor mazurka ;;       # the library of stubborn sets
  reduce/dynamic) echo reduce model base ;;
  ltl) echo base ;;
  lpor) echo base mazurka ;;                    # a library of its own: of base only headers
  search) echo search/stateless reduce reduce/dynamic store ltl model base ;;
  search/stateless) echo reduce/dynamic model base ;;
  report) echo model base ;;
  native) echo model base ;;
  native/runtime) echo native model base mazurka ;;   # linked into programs; implements what users include
  native/explorer) echo native/runtime native search/stateless reduce/dynamic model base ;;   # likewise; explores them
  native/wrap) echo native base ;;
  native/gcc | native/clang) echo native ;;
  symbolic) echo model ltl base ;;
  cli) echo front/c front/promela front/protocol vm native reduce reduce/dynamic store ltl search search/stateless symbolic report model base ;;
  *) return 1 ;;
  esac
}
# The room of a folder: itself or the nearest folder around it that has a line above.
room_of () {
  room=$1
  while ! may "$room" >/dev/null && [ "$room" != "${room%/*}" ]; do
    room=${room%/*}
  done
  echo "$room"
}
good=0 bad=0
for folder in $(find src -type d -printf '%P\n'); do
  [ -n "$(find "src/$folder" -maxdepth 1 -name '*.[ch]' -o -maxdepth 1 -name '*.cc')" ] || continue
  room=$(room_of "$folder")
  allowed=$(may "$room") || { echo "no such room in test/parts/arrows.sh: $room" >&2; bad=$((bad + 1)); }
  for file in src/"$folder"/*.[ch] src/"$folder"/*.cc; do
    [ -f "$file" ] || continue
    wrong=0
    for included in $(sed -nE 's/^#include "([a-z_]+(\/[a-z_]+)*)\/[^\/]*"/\1/p' "$file" | sort -u); do
      target=$(room_of "$included")
      case " $room $allowed " in
      *" $target "*) ;;
      *) echo "$file: includes $included/, which $room may not"; wrong=1 ;;
      esac
    done
    good=$((good + 1 - wrong)) bad=$((bad + wrong))
  done
done
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
