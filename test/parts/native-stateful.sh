#!/bin/sh
# C programs with stored states: the paper's programs within its numbers, what must
# tell states apart and what must not, loops that do not end, races across a match.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$root/test/command.sh"

stored () {                       # CODE FILE OPTIONS...
  want=$1
  shift
  code "$want" check "$@" --stateful=on --json=r.json
}

# ---- the paper's programs: runs, and transitions with those that are repeated ----
stored 0 "$root/bench/stateful/example1.c"
json r.json "r['stateful'] and s['runs'] <= 35 and s['transitions'] + s['replayed'] <= 2084 and s['revisits']"
stored 0 "$root/bench/stateful/shared_array.c"
json r.json "s['runs'] <= 98 and s['transitions'] + s['replayed'] <= 18557"
stored 0 "$root/bench/stateful/bounded_buffer.c"
json r.json "s['transitions'] <= 10000"

# ---- two orders of two writers: whatever differs afterwards, both are met ----
program () {                      # NAME, what two threads do with N = 1 and 2, what main does then
  cat >"$1.c" <<END
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *p, g;
static atomic_int x, y, z;
static _Thread_local int own;
static char one[] = "a,b", two[] = "c,d";
static void *first (void *unused) { enum { N = 1 }; $2 return unused; }
static void *second (void *unused) { enum { N = 2 }; $3 return unused; }
int
main (void)
{
  pthread_t a, b;
  p = malloc (sizeof *p);
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  z = 1;                          /* the two orders meet here at the latest */
  int result = 0;
  $4
  assert (result != WRONG);
}
END
  for wrong in 1 2; do
    code 1 check "$1.c" --cflags="-DWRONG=$wrong" --stateful=on
  done
}
locked='pthread_mutex_lock (&m);'
program global "$locked g = N; pthread_mutex_unlock (&m);" "$locked g = N; pthread_mutex_unlock (&m);" 'result = g;'
program heap "$locked *p = N; pthread_mutex_unlock (&m);" "$locked *p = N; pthread_mutex_unlock (&m);" 'result = *p;'
program libc "$locked strtok (one, \",\"); pthread_mutex_unlock (&m);" "$locked strtok (two, \",\"); pthread_mutex_unlock (&m);" \
  "result = *strtok (NULL, \",\") == 'b' ? 1 : 2;"
program pending 'y = x + 1;' 'x = 1; if (y == 7) abort ();' 'result = y;'
program exchanged 'atomic_exchange (&y, x + 1);' 'x = 1; if (y == 7) abort ();' 'result = y;'
program compared 'int old = 0; atomic_compare_exchange_strong (&y, &old, x + 1);' 'x = 1; if (y == 7) abort ();' 'result = y;'
program own 'own = x; if (z == 7) abort (); y = own + 1;' 'x = 1; if (y == 7) abort ();' 'result = y;'

# ---- two ways of a choice: nothing of the program's own memory tells them apart ----
cat >hidden.c <<'END'
#include <assert.h>
#include <mazurka/mazurka.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int x;
static void fill (void)
{
  time_t t = mz_choose (2) * 400 * 86400;
  gmtime (&t);
  *(volatile time_t *) &t = 0;
}
int main (void)
{
  time_t start = 0;
  struct tm *kept = gmtime (&start);        /* libc's, of which there is one */
  fill ();
  x = 1;
  assert (kept->tm_year == 70);
}
END
stored 1 hidden.c
cat >given.c <<'END'
#include <assert.h>
#include <mazurka/mazurka.h>
#include <stdatomic.h>
static atomic_int x;
int main (void)
{
  atomic_store (&x, mz_choose (2));         /* in the register by which it is passed, and nowhere else */
  assert (x == 0);
}
END
stored 1 given.c --cflags=-O2
cat >storage.c <<'END'
#include <assert.h>
#include <mazurka/mazurka.h>
#include <stdatomic.h>
static atomic_int x;
static _Thread_local int own;
static void take (void) { own = mz_choose (2); }
static void forget (void) { volatile int room[16]; for (int i = 0; i < 16; i++) room[i] = 0; }
int main (void)
{
  take ();
  forget ();                                /* what take had on the stack */
  x = 1;
  assert (own == 0);
}
END
stored 1 storage.c

# ---- a race between what lies before a match and what lies after it ----
cat >race.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
int d, c;
static atomic_int z;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add (void) { pthread_mutex_lock (&m); c++; pthread_mutex_unlock (&m); }
static void *a (void *u) { d = 1; add (); return u; }
static void *b (void *u) { add (); z = 1; d = 2; return u; }
int main (void) { pthread_t p, q; pthread_create (&p, 0, a, 0); pthread_create (&q, 0, b, 0); pthread_join (p, 0); pthread_join (q, 0); }
END
stored 1 race.c
json r.json "r['findings'][0]['kind'] == 'data-race'"

# ---- the same; nobody but the race itself asks for the second thread to go on before the first, after its lock ----
cat >plain.c <<'END'
#include <pthread.h>
#include <semaphore.h>
int d, c;
static sem_t begin, go;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add (void) { pthread_mutex_lock (&m); c++; pthread_mutex_unlock (&m); }
static void *a (void *u) { d = 1; add (); return u; }
static void *b (void *u) { add (); sem_wait (&go); d = 2; return u; }
static void *e (void *u) { sem_wait (&begin); sem_post (&go); return u; }
int main (void)
{
  pthread_t p, q, r;
  sem_init (&begin, 0, 0);
  sem_init (&go, 0, 0);
  pthread_create (&p, 0, a, 0);
  pthread_create (&q, 0, b, 0);
  pthread_create (&r, 0, e, 0);
  sem_post (&begin);
  pthread_join (p, 0);
  pthread_join (q, 0);
  pthread_join (r, 0);
}
END
stored 1 plain.c
json r.json "r['findings'][0]['kind'] == 'data-race'"
sed -e 's/^int d, c;/#include <string.h>\nchar d[1 << 20]; int c;/' -e 's/d = 1;/memset (d, 1, sizeof d);/' -e 's/d = 2;/d[1000000] = 2;/' plain.c >wide.c
stored 1 wide.c
json r.json "r['findings'][0]['kind'] == 'data-race'"

# ---- steps that touch more than anybody would list: a race in the middle of them, and none; a bug beside them ----
cat >large.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
enum { BYTES = 1 << 20 };
static char buffer[BYTES + 8];
static atomic_int n, go;
static void *server (void *u)
{
  for (;;) {
    memset (buffer, 0, BYTES);
    n = (n + 1) % 3;
  }
  return u;
}
static void *client (void *u) { go = 1; buffer[WHERE] = 0; assert (n != WRONG); return u; }
int main (void) { pthread_t p, q; pthread_create (&p, 0, server, 0); pthread_create (&q, 0, client, 0); pthread_join (q, 0); pthread_join (p, 0); }
END
stored 0 large.c --cflags='-DWRONG=3 -DWHERE=BYTES'
json r.json "r['exhaustive']"
stored 1 large.c --cflags='-DWRONG=2 -DWHERE=BYTES'
json r.json "r['findings'][0]['kind'] == 'assertion'"
stored 1 large.c --cflags='-DWRONG=3 -DWHERE=500000'
json r.json "r['findings'][0]['kind'] == 'data-race'"

# ---- programs that do not end ----
cat >server.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, go;
static void *server (void *u) { for (;;) n = (n + 1) % 3; return u; }
static void *client (void *u) { go = 1; assert (n != WRONG); return u; }
int main (void) { pthread_t p, q; pthread_create (&p, 0, server, 0); pthread_create (&q, 0, client, 0); pthread_join (q, 0); pthread_join (p, 0); }
END
stored 0 server.c --cflags=-DWRONG=3
json r.json "r['exhaustive'] and s['states'] < 100"
stored 1 server.c --cflags=-DWRONG=2
cat >servers.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, m, go;
static void *server (void *u) { for (;;) { n = (n + 1) % 3; m = n; } return u; }
static void *other (void *u) { for (;;) go = (m + 1) % 3; return u; }
int main (void) { pthread_t p, q; pthread_create (&p, 0, server, 0); pthread_create (&q, 0, other, 0); pthread_join (q, 0); pthread_join (p, 0); }
END
stored 0 servers.c
states=$(python3 -c "import json; print (json.load (open ('r.json'))['stats']['states'])")
code 0 check servers.c --json=auto.json             # gone over to stored states: as many
json auto.json "r['stateful'] and s['states'] == $states"
cat >ever.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_long n, m;
static void *a (void *u) { for (;;) n++; return u; }
static void *b (void *u) { for (;;) m += n; return u; }
int main (void) { pthread_t p, q; pthread_create (&p, 0, a, 0); pthread_create (&q, 0, b, 0); pthread_join (q, 0); pthread_join (p, 0); }
END
code 3 check ever.c --time=2 --json=r.json          # to stored states, and back: all that takes time
json r.json "s['seconds'] >= 2 and 'keeps changing' in r['reason']"
cat >poll.c <<'END'
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int look (void) { pthread_mutex_lock (&m); int s = x; pthread_mutex_unlock (&m); return s; }
static void *a (void *u) { while (!look ()) {} return u; }
int main (void) { pthread_t p; pthread_create (&p, 0, a, 0); pthread_mutex_lock (&m); x = SET; pthread_mutex_unlock (&m); pthread_join (p, 0); }
END
stored 0 poll.c --cflags=-DSET=1
stored 1 poll.c --cflags=-DSET=0
json r.json "r['findings'][0]['kind'] == 'livelock' and r['findings'][0]['loop_start'] is not None"

# ---- a deadlock beside a thread that goes on: told with a turn in which the others could go on, which replays ----
for p in stuck_locks stuck_beside_exit; do
  stored 1 "$root/test/native/programs/loops/$p.c" --trace=stuck.trace
  json r.json "r['findings'][0]['kind'] == 'deadlock' and r['findings'][0]['loop_start'] is not None"
  code 1 replay stuck.trace
  says out 'can never continue'
done
says out 'the program ends while T2 can never continue'
code 0 check "$root/test/native/programs/loops/daemon_stores.c" --stateful=on
code 1 check "$root/test/native/programs/loops/stuck_semaphore.c" --ltl='[] (tick == 0 || tick == 1)'
says out 'deadlock: main can never continue'

# ---- where no state is met again, a search without them is done first; --executions stores them all the same ----
stored 0 "$root/bench/stateful/order_log.c" --por=dpor
json r.json "r['exhaustive'] and s['executions'] == 34650 and s['blocked'] == 69 and s['states'] < 10000"
stored 0 "$root/bench/stateful/order_log.c" --por=dpor --cflags=-DN=2 --executions=1000000
json r.json "s['executions'] == 90 and s['runs'] == 90 and s['states'] > 90 and not s['blocked']"

# ---- too little memory for all states: some are forgotten, and explored again ----
stored 0 "$root/bench/stateful/shared_array.c" --cflags=-DN=64 --memory=12M
json r.json "r['exhaustive'] and s['transitions'] > 16842"

# ---- what is not covered is said ----
cat >weak.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *a (void *u) { atomic_store_explicit (&x, 1, memory_order_relaxed); return u; }
int main (void) { pthread_t p; pthread_create (&p, 0, a, 0); pthread_join (p, 0); return x - 1; }
END
stored 3 weak.c
json r.json "'seq_cst' in r['reason']"
stored 0 weak.c --memory-model=sc
for o in "--por=optimal" "--allow-races" "--sleep=on"; do
  code 2 check weak.c --stateful=on $o
  says err '^mazurka: error: --'
done

# ---- what a function without instrumentation does is no part of a state: none is taken for another one after it ----
cat >kernel.c <<'END'
#include <pthread.h>
#include <sys/prctl.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
counts (void *u)
{
  prctl (PR_SET_TIMERSLACK, 1, 0, 0, 0);
  while (prctl (PR_GET_TIMERSLACK, 0, 0, 0, 0) < 4) {
    pthread_mutex_lock (&m);
    prctl (PR_SET_TIMERSLACK, prctl (PR_GET_TIMERSLACK, 0, 0, 0, 0) + 1, 0, 0, 0);
    pthread_mutex_unlock (&m);
  }
  return u;
}
int main (void) { pthread_t t; pthread_create (&t, 0, counts, 0); pthread_join (t, 0); return 0; }
END
stored 3 kernel.c
json r.json "'prctl' in r['reason'] and not r['findings'] and not s['revisits']"

# ---- sockets: each execution has a process, whose states are not those of the one that explores ----
cat >socket.c <<'END'
#include <sys/socket.h>
int main (void) { return socket (AF_UNIX, SOCK_STREAM, 0) < 0; }
END
stored 3 socket.c
json r.json "'--stateful=off' in r['reason'] and not r['findings']"
code 0 check socket.c
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
