#!/bin/sh
# All of test/unit/search_enumerated.c, slice by slice: what the log has already is not done again.
#
#     sh test/trust/enumerate.sh LOG [SLICES [CONFIGURATIONS [all|choices]]]
#
# The last line of each slice says how many programs were compared; a slice that fails shows them.
log=$1 slices=${2:-50} configurations=${3:-7} which=${4:-all} failed=0
[ -n "$log" ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
top=$(dirname "$0")/../..
for slice in $(seq 0 $((slices - 1))); do
  grep -q "^$slice/$slices: .* programs compared" "$log" 2>/dev/null && continue
  nice "$top/build/test/search_enumerated" "$which" "$slice/$slices" "$configurations" >>"$log" 2>&1 || failed=1
done
sed -n "s,^[0-9]*/$slices: \([0-9]*\) of .* programs compared.*,\1,p" "$log" | awk '{ n += $1; s++ } END { print n " programs compared in " s " slices" }'
exit $failed
