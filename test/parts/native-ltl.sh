#!/bin/sh
# Temporal properties of C programs: the same verdicts as for the same programs in Promela,
# runs that replay, what cannot be told, and what is refused.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$root/test/command.sh"

also python3 "$root/test/native/ltl.py" "$mazurka"

# ---- a run is told, written, replayed ----
cat >flag.c <<'END'
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
atomic_int flag;
long long wide;
static int kept;
static _Thread_local int own;
int len, more[2];
static void *waiter (void *unused) { own = 1; while (!flag); mz_prop ("seen", 1); return unused; }
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, waiter, 0);
  flag = 1;
  pthread_join (t, 0);
  len = 3;
  wide = 1LL << 40;
  memset (more, 0, sizeof more);
  return kept;
}
END
code 1 check flag.c --ltl='<> seen' --json=r.json --html=page.html
says out 'ltl formula does not hold: <> seen'
says out 'the cycle starts here and repeats forever'
says out 'load flag → 0'
says out 'steps of programs are not reduced'
says page.html 'loop'
json r.json "[f['kind'] for f in r['findings']] == ['ltl'] and r['findings'][0]['loop_start'] == len (r['findings'][0]['steps']) - 1"
json r.json "r['properties'][0]['verdict'] == 'ok' and r['properties'][1]['verdict'] == 'violation' and r['por'] == 'none' and r['stateful']"
code 1 replay flag.c.formula.trace
says out '^reproduced in'
says out 'the cycle starts here and repeats forever'
code 0 check flag.c --ltl='<> seen' --fair=weak
says out 'ok under weak fairness'
code 1 check flag.c --ltl='[] (len == 0)' --trace=len.trace
says out 'write len = 3'
code 1 replay len.trace
code 1 check flag.c --ltl='<> (flag == 2)' --fair=strong
says out 'the run stays in this state forever'
code 1 replay flag.c.formula.trace
sed 's/^loop .*/loop 2/' flag.c.formula.trace >wrong.trace
code 2 replay wrong.trace
says err 'not reproduced'
sed 's/<> (flag == 2)/<> (flag == 1)/' flag.c.formula.trace >wrong.trace
code 2 replay wrong.trace
says err 'not reproduced: .*does not violate'

# ---- what is refused ----
code 2 check flag.c --ltl='<> see'
says err '^--ltl:1:4: error: the program has no global variable see, and no mz_prop'
code 2 check flag.c --ltl='<> own'
says err 'error: own has no place in memory'
code 2 check flag.c --ltl='[] (flag || <> more)'
says err '^--ltl:1:16: error: more is no number'
code 2 check flag.c --ltl='[] (flag'
says err '^--ltl:1:[0-9]+: error: expected'
code 2 check flag.c --fair=weak
says err '\-\-fair is about temporal properties'
for o in --stateful=off --allow-races --preemptions=1 --sample=10; do
  code 2 check flag.c --ltl='<> seen' "$o"
  says err "--ltl does not go with $o|--ltl does not go with ${o%%=*}"
done

# ---- what cannot be told ----
code 3 check flag.c --ltl='[] (wide == 0)'
says out 'wide has a value of more than 32 bits'
cat >grows.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_uint n;
atomic_int odd;
static void *count (void *unused) { for (;;) n++; return unused; }
int main (void) { pthread_t t; pthread_create (&t, 0, count, 0); for (;;) { odd = 1; odd = 0; } }
END
code 3 check grows.c --ltl='[] (odd < 2)' --max-events=50
says out 'longer executions were cut'
code 1 check grows.c --ltl='[] (odd == 0)' --max-events=50
code 1 check grows.c --ltl='[] <> (n == 1)' --max-events=50
# what is behind the cut is not known to be a run
code 3 check grows.c --ltl='<> (n == 100)' --fair=weak --max-events=50
if grep 'could not be repeated' err; then fail "a run through states that were not explored"; else pass; fi
cat >relaxed.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set (void *unused) { atomic_store_explicit (&x, 1, memory_order_relaxed); return unused; }
int main (void) { pthread_t t; pthread_create (&t, 0, set, 0); pthread_join (t, 0); }
END
code 3 check relaxed.c --ltl='<> x' --json=r.json
json r.json "[p['verdict'] for p in r['properties']] == ['unknown', 'unknown']"
code 0 check relaxed.c --ltl='<> x' --memory-model=sc
cat >unseen.c <<'END'
#include <pthread.h>
int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void hidden (void) { __asm__ volatile ("movl $1, x(%%rip)" ::: "memory"); }
int main (void) { hidden (); pthread_mutex_lock (&m); pthread_mutex_unlock (&m); return x - 1; }
END
code 3 check unseen.c --ltl='<> x' --trust=unseen.c
says out 'x is changed by code that is not seen'

# ---- safety is checked beside it; a failing step is no run ----
cat >fails.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set (void *unused) { x = 1; return unused; }
int main (void) { pthread_t t; pthread_create (&t, 0, set, 0); assert (x == 0); pthread_join (t, 0); }
END
code 1 check fails.c --ltl='<> x' --json=r.json
json r.json "[p['verdict'] for p in r['properties']] == ['violation', 'ok']"
sed 's/assert (x == 0)/x = 0/; s/atomic_int/int/' fails.c >races.c
code 1 check races.c --ltl='<> x' --trace=race.trace
says out 'data race'
code 1 replay race.trace
says out 'reproduced'

# ---- what the program does not say costs nothing ----
code 0 check flag.c --json=r.json
json r.json "s['executions'] == 1"
cat >words.c <<'END'
int run, timeout, init, skip;
int main (void) { run = 1; timeout = 2; init = 3; skip = 4; return 0; }
END
cat >names.c <<'END'
int rt, first, actions, style, all, threads;
int main (void) { rt = 1; first = 2; actions = 3; all = 4; return threads; }
END
code 0 check names.c --ltl='<> (rt == 1 && first == 2 && actions == 3 && all == 4)'
code 0 check words.c --ltl='<> (run == 1 && timeout == 2 && init == 3 && skip == 4) && [] (skip -> init)'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
