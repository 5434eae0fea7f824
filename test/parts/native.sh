#!/bin/sh
# C programs end to end: exact numbers of executions, verdicts of the examples,
# exit codes, traces that are short and replay, JSON; with gcc and with clang.
# Usage: sh test/parts/native.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$PWD/test/command.sh"

# ---- one execution per trace: the known numbers of traces (the default never executes one twice, or in vain) ----
count () {  # PROGRAM N EXECUTIONS [CUT]
  code 0 check "$top/bench/native/$1.c" --cflags="-O1 -DN=$2" --json=r.json
  json r.json "s['executions'] == $3 and s['cut'] == ${4:-0} and s['blocked'] == 0 and r['exhaustive'] and r['verdict'] == 'ok'"
}
count indexer_mutex 13 64
count lastwrite 7 5040
python3 "$top/bench/counts.py" --quick --mazurka "$mazurka" && pass || fail 'numbers of executions'
code 0 check "$top/bench/native/lastzero.c" --cflags=-DN=5 --por=source --json=r.json
json r.json 's["executions"] == 64 and r["por"] == "source"'
code 0 check "$top/bench/native/lastzero.c" --cflags=-DN=5 --por=none --json=r.json
json r.json 's["executions"] == 64 and s["blocked"] > 0 and r["por"] == "none" and r["sleep"]'
code 0 check "$top/bench/native/readers.c" --cflags=-DN=8 --por=dpor --json=r.json
json r.json 's["executions"] == 256'
for n in 2 3 4; do
  code 1 check "$top/examples/c/philosophers_broken.c" --cflags="-DN=$n" --all --json=r.json
  json r.json "s['executions'] == 2 ** $n - 1 and s['blocked'] == 0 and r['exhaustive']"
  json r.json 'r["verdict"] == "violation" and all(f["kind"] == "deadlock" for f in r["findings"])'
done
for por in none dpor source optimal; do
  code 0 check "$top/examples/c/buffer.c" --por=$por --json=r.json
  json r.json 's["executions"] == 64'
done

# a compare-and-swap that fails only reads (164 if it counted as a write)
for por in dpor source optimal; do
  code 0 check "$top/examples/c/stack.c" --por=$por --json=r.json
  json r.json 's["executions"] == 84'
done

# ---- examples ----
# (clang gives merged calls of __assert_fail no line)
example () {  # NAME KIND
  code 0 check "$top/examples/c/$1.c" --json=r.json
  json r.json 'r["verdict"] == "ok" and r["exhaustive"] and not r["findings"] and s["executions"] > 0'
  [ -f "$1.c.trace" ] && fail "a trace of nothing: $1" || pass
  code 1 check "$top/examples/c/$1_broken.c" --json=r.json
  json r.json "r['verdict'] == 'violation' and r['findings'][0]['kind'] == '$2' and ('$2' == 'deadlock' or r['findings'][0]['file'].endswith('$1_broken.c') and ('$MAZURKA_CC' == 'clang' or r['findings'][0]['line'] > 0))"
  json r.json 'all(x["thread"] and x["op"] for x in r["findings"][0]["steps"]) and len(r["findings"][0]["steps"]) > 1'
  [ "$(grep -c '' out)" -le 30 ] && pass || fail "a report of more than 30 lines: $1"
  says "$1_broken.c.trace" 'program .*_broken.c$'
  code 1 replay "$1_broken.c.trace"
  says out '^reproduced in [0-9]+ steps'
}
example buffer assertion
example late memory
example lazy data-race
example peterson assertion
example philosophers deadlock
example stack assertion

# ---- clang compiles what gcc does ----
MAZURKA_CC=clang
export MAZURKA_CC
count indexer 13 64
count lockinc 5 120
code 0 check "$top/examples/c/buffer.c" --json=r.json
json r.json 's["executions"] == 64'
example stack assertion
unset MAZURKA_CC

# ---- bounds ----
code 3 check "$top/bench/native/lastzero.c" --executions=100 --json=r.json
json r.json 'r["verdict"] == "unknown" and not r["exhaustive"] and r["reason"] and s["executions"] == 100'
code 3 check "$top/bench/native/lastzero.c" --cflags=-DN=5 --preemptions=0

# Who is woken names what it waited for, not the mutex that it gets back.
code 1 check "$top/test/native/woken.c"
says out 'woken[(]c'
code 3 check "$top/bench/native/lastzero.c" --cflags=-DN=5 --max-events=10

# ---- waiting in a loop that nobody ends ----
cat >spin.c <<'END'
#include <stdatomic.h>
#include <pthread.h>
atomic_int x;
static void *spin (void *unused) { while (!atomic_load (&x)) ; return unused; }
int main (void) { pthread_t t; pthread_create (&t, NULL, spin, NULL); pthread_join (t, NULL); return 0; }
END
for flags in -O0 -O2; do
  code 1 check spin.c --cflags=$flags --json=r.json
  json r.json 'r["findings"][0]["kind"] in ("deadlock", "livelock")'
done

# ---- values that are left open, in a trace ----
code 1 check "$top/test/native/programs/misc/nondet_values.c" --nondet=-1,1000 --trace=nondet.trace
says nondet.trace '^option nondet -1,1000$'
code 1 replay nondet.trace
sed -i 's/^option nondet .*/option nondet 0,1/' nondet.trace
code 2 replay nondet.trace

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
