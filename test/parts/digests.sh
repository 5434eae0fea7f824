#!/bin/sh
# Whatever recognises something by a number made of several words uses base/digest.h, where each word counts with its
# place. Elsewhere multiplications by large odd numbers only find places in tables, make random numbers, or hash text and
# states for stores: each is listed with what it is for. A line that is not listed is a digest of its own.
cd "$(dirname "$0")/../.." || exit 1
listed='src/base/digest.h
src/base/random.h random
src/base/table.h table
src/native/runtime/state/fingerprint.c sum of words with their places, twice
src/native/runtime/core/layout.h addresses
src/native/runtime/core/memory.c a byte repeated
src/native/runtime/files/names.c two kinds of numbers apart
src/native/runtime/memory/heap.c a mark
src/native/seal.h against forgery
src/native/runtime/state/undo.c bytes, of builds with assertions
src/store/hash.h table
src/store/tree.h table
src/store/tree_fold.c a mask'
good=0 bad=0
for file in $(grep -rlE '0x[0-9a-f]{11,16}u' src --include=*.c --include=*.h); do
  if printf '%s\n' "$listed" | grep -q "^$file\( \|\$\)"; then
    good=$((good + 1))
  else
    echo "$file: a digest of its own? (base/digest.h)"
    bad=$((bad + 1))
  fi
done
for file in $(printf '%s\n' "$listed" | cut -d' ' -f1); do
  grep -qE '0x[0-9a-f]{11,16}u' "$file" || { echo "$file: is listed, and multiplies nothing"; bad=$((bad + 1)); }
done
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
