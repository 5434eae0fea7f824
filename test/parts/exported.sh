#!/bin/sh
# A function of the runtime that has a name of libc's is there to be called by programs: it is marked (EXPORT), or a program would
# call libc's unseen. Others are called from the runtime alone and have names that libc does not have.
cd "$(dirname "$0")/../.." || exit 1
libc=$(${CC:-gcc} -print-file-name=libc.so.6)
names=$(mktemp) || exit 1
trap 'rm -f "$names"' EXIT
nm -D --defined-only -f posix "$libc" | sed 's/[@ ].*//' | sort -u >"$names"
unmarked=$(awk 'FNR == 1 { before = "" }
  match ($0, /^\(?[a-z_][A-Za-z0-9_]*\)? \(/) && before ~ /^[a-z_]/ && before !~ /^(static|EXPORT)/ && $0 !~ /;$/ {
    name = substr ($0, 1, RLENGTH - 2); gsub (/[()]/, "", name); print name
  }
  { before = $0 }' src/native/runtime/*/*.c src/native/explorer/*.c | sort -u | comm -12 - "$names")
marked=$(grep -chE '^EXPORT ' src/native/runtime/*/*.c | awk '{ n += $1 } END { print n }')
bad=0
for name in $unmarked; do
  echo "$name: a name of libc's, and not marked with EXPORT"
  bad=$((bad + 1))
done
[ "$marked" -gt 300 ] || { echo "only $marked definitions are marked"; bad=$((bad + 1)); }
echo "$((marked > 300 && bad == 0)) passed, $bad failed"
[ "$bad" = 0 ]
