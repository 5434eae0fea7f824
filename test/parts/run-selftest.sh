#!/bin/sh
# The runner of tests itself: it must notice every way in which a part can fail.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
. "$root/test/command.sh"
mkdir parts

# part NAME LINE...: a part of these lines
part () {
  name=$1
  shift
  printf '%s\n' "$@" >"parts/$name.sh"
}

# runs WANTED COUNT [OPTIONS]: the runner's exit code and last line for the parts that are there
runs () {
  wanted=$1 count=$2
  shift 2
  python3 "$root/test/run.py" --folder parts --logs logs --jobs 2 "$@" >out 2>err
  status=$?
  if [ "$status" = "$wanted" ] && [ "$(tail -n 1 out)" = "$count" ]; then pass
  else fail "exit code $status, not $wanted, or '$(tail -n 1 out)' is not '$count'"; fi
}

# fails WHY LINE...: beside a good part one that must count as one failure, for this reason
fails () {
  why=$1
  shift
  part wrong "$@"
  runs 1 '3 passed, 1 failed' --limit 3
  says out "^---- wrong: .*$why"
  says out '^failed: wrong$'
}

runs 1 '0 passed, 1 failed'
part good 'echo noise' 'echo "3 passed, 0 failed"'
runs 0 '3 passed, 0 failed'
says out '^good  *3 passed  *0 failed'
part other 'echo "4 passed, 0 failed"'
runs 0 '7 passed, 0 failed'
runs 0 '4 passed, 0 failed' 'oth*'
rm parts/other.sh

fails 'exit code 3' 'exit 3'
fails 'ended by signal 11' 'kill -SEGV $$'
fails 'the last line is no count' 'true'
fails 'the last line is no count' 'echo "3 passed, 0 failed"' 'echo "and more"'
fails 'the last line is no count' 'echo "3 tests passed, 0 failed"'
fails 'counts nothing' 'echo "0 passed, 0 failed"'
fails 'did not end' 'sleep 100'
fails 'did not end' 'sleep 100 & wait'
fails 'sh ' 'echo "0 passed, 1 failed"' 'exit 1'
fails 'sh ' 'echo "0 passed, 1 failed"'

part wrong 'echo "9 passed, 0 failed"' 'exit 1'
runs 1 '12 passed, 1 failed'
part wrong 'echo "failed: something"' 'echo "9 passed, 0 failed"'
runs 1 '12 passed, 1 failed'
part wrong 'echo "x.c:12: failed: a == b" >&2' 'echo "9 passed, 0 failed"'
runs 1 '12 passed, 1 failed'
part wrong 'echo "7 passed, 2 failed"'
runs 1 '10 passed, 2 failed'

# ---- what parts leave behind, and share ----
part wrong "sleep 1000 & echo \$! >$work/pid" 'echo "1 passed, 0 failed"'
runs 0 '4 passed, 0 failed'
if grep -q '^State:[[:space:]]*[A-Y]' "/proc/$(cat pid)/status" 2>/dev/null; then fail "a process outlives its part"; else pass; fi
part wrong "echo \$TMPDIR >>$work/folders" 'touch "$TMPDIR/file"' 'echo "1 passed, 0 failed"'
cp parts/wrong.sh parts/another.sh
runs 0 '5 passed, 0 failed'
[ "$(sort -u folders | wc -l)" = 2 ] && pass || fail "two parts share a temporary folder"
while read -r folder; do
  [ -e "$folder" ] && fail "$folder is left behind" || pass
done <folders

# ---- unit tests ----
cat >unit.c <<'END'
#include "check.h"
int main (int argc, char **argv)
{
  (void) argv;
  switch (argc) {
  case 1: CHECK (1 == 1); for (int i = 0; i < 9; i++) HOLD (i < 9); CHECK_HELD ("all"); break;
  case 2: CHECK (1 == 2); break;
  case 3: for (int i = 0; i < 9; i++) HOLD (i != 5); CHECK_HELD ("all"); break;
  case 4: CHECK_HELD ("none"); break;
  case 5: CHECK (1 == 1); HOLD (1 == 2); break;
  }
  return check_end ();
}
END
gcc -I"$root/test/unit" -o unit unit.c || exit 1
unit () {               # WANTED COUNT ARGS...
  wanted=$1 count=$2
  shift 2
  ./unit "$@" >out 2>err
  status=$?
  if [ "$status" = "$wanted" ] && [ "$(cat out)" = "$count" ]; then pass; else fail "unit $*: exit code $status, $(cat out)"; fi
}
unit 0 '2 passed, 0 failed'
unit 1 '0 passed, 1 failed' 2
unit 1 '0 passed, 1 failed' 2 3
says err 'in turn 6: i != 5'
unit 1 '0 passed, 1 failed' 2 3 4
unit 1 '1 passed, 1 failed' 2 3 4 5
unit 1 '0 passed, 0 failed' 2 3 4 5 6

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
