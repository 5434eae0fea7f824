#!/bin/sh
# What the command can write to and no worker owns is listed in docs/architecture.md, each with the reason why there is one of it in a
# process. Programs under test have the runtime's (src/native/runtime) to themselves; it is not meant.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The release build's objects; of the rooms that are optimised together, which have no symbols there, those of build/tsan/.
list () {                         # FOLDER PATTERN
  find "$1/src" -name '*.o' | grep -E "$2" | while read -r object; do
    nm -f sysv "$object" | awk -F '|' -v file="${object#"$1"/}" '
      { for (i = 1; i <= NF; i++) gsub (/ /, "", $i) }
      $7 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $7 !~ /^\.data\.rel\.ro/ { sub (/\.[0-9]+$/, "", $1); sub (/\.o$/, ".c", file); print file, $1 }'
  done
}
shared='/src/(vm|store|search|reduce)/'
{ list build '.' | grep -vE "^src/(vm|store|search|reduce)/"; list build/tsan "$shared"; } | sort -u >"$work/found"
sed -n '/^## What there is once in a process/,/^## /s/^| `\(src[^`]*\)` | \([^|]*\) | .*/\1 \2/p' docs/architecture.md \
  | while read -r file names; do for name in $(echo "$names" | tr -d '`,'); do echo "$file $name"; done; done | sort -u >"$work/listed"

passed=$(comm -12 "$work/found" "$work/listed" | wc -l) failed=0
for what in $(comm -23 "$work/found" "$work/listed" | tr ' ' ':'); do
  echo "$what can be written, and is no worker's: give it to one, or list it in docs/architecture.md"
  failed=$((failed + 1))
done
for what in $(comm -13 "$work/found" "$work/listed" | tr ' ' ':'); do
  echo "$what is listed in docs/architecture.md, and cannot be written or is gone"
  failed=$((failed + 1))
done
[ -s build/tsan/src/vm/vm.o ] || { echo "no objects of build/tsan/"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
