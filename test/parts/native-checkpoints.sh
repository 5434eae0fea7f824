#!/bin/sh
# Copies of the running program to go back to: explorations that begin at copies are those that begin at main, and
# debug builds compare all memory besides.
cd "$(dirname "$0")/../.." || exit 1
BUILD=$(realpath "${1:-${BUILD:-build/asan}}")
export BUILD
root=$PWD mazurka=$BUILD/mazurka
. "$root/test/command.sh"

# Whatever a program can have: threads that come and go, keys, blocks that come and go, storage of threads, memory that is
# first written late, frames on the stack, files, libc's own state, plain memory that locks protect. (With mz_observe each
# execution is followed by its repetition from main, and there would be no copies.)
cat >all.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static _Thread_local int own;
static char large[1 << 16], text[] = "a,b,c,d,e,f";
static atomic_int x, y;
static int order, sum, pipes[2];
static char *kept[3];

static int
deeper (int n, int me)
{
  int here[4] = {n, me, n + me, n * me};
  int seen = atomic_fetch_add (&x, n ? 1 : 0);
  if (n)
    seen += deeper (n - 1, me);
  assert (here[0] == n && here[1] == me && here[2] == n + me && here[3] == n * me);
  return seen;
}

static void *
late (void *p)
{
  own = 5;
  pthread_setspecific (key, &own);
  y += 1;
  assert (own == 5 && pthread_getspecific (key) == &own);
  return p;
}

static void *
thread (void *p)
{
  int me = (int) (long) p;
  int *value = malloc (sizeof *value);
  *value = me;
  own = 10 * me;
  pthread_setspecific (key, value);
  int seen = deeper (2, me);
  pthread_mutex_lock (&lock);
  order = 4 * order + me;
  large[me * 8192] = (char) me;
  kept[me] = strtok (order == me ? text : NULL, ",");
  assert (write (pipes[1], &"0123"[me], 1) == 1);
  pthread_mutex_unlock (&lock);
  pthread_t t;
  pthread_create (&t, NULL, late, p);
  pthread_mutex_lock (&lock);
  sum += me;
  pthread_mutex_unlock (&lock);
  pthread_join (t, NULL);
  assert (own == 10 * me && pthread_getspecific (key) == value && *value == me);
  free (value);
  assert (seen >= 0 && atomic_load (&y) > 0);
  return p;
}

int
main (void)
{
  pthread_t t[2];
  char read_back[3] = "";
  pthread_key_create (&key, NULL);
  assert (!pipe (pipes));
  FILE *f = fopen ("written.txt", "w+");
  for (long i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, (void *) (i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (sum == 3 && large[8192] == 1 && large[16384] == 2 && kept[order / 4] == text && !strcmp (kept[order % 4], "b"));
  assert (read (pipes[0], read_back, 2) == 2 && read_back[0] == "0123"[order / 4]);
  fprintf (f, "%d", order);
  rewind (f);
  int again = 0;
  assert (fscanf (f, "%d", &again) == 1 && again == order);
  fclose (f);
  return 0;
}
END

# A race between accesses that are far apart, and a block that is used after it was freed: in one order each.
cat >race.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n, go;
static int plain;
static int *block;
static void *
first (void *p)
{
  for (int i = 0; i < 3; i++)
    n++;
#ifdef FREED
  int *mine = block;
  if (!go)
    free (mine);
#else
  plain = 1;
  go = 1;
#endif
  return p;
}
static void *
second (void *p)
{
  for (int i = 0; i < 3; i++)
    n++;
#ifdef FREED
  go = 1;
#else
  if (go == WANTED)
    plain = 2;
#endif
  return p;
}
int
main (void)
{
  pthread_t a, b;
  block = malloc (4);
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
#ifdef FREED
  *block = n;
#endif
  return plain == 7;
}
END

# A page that some executions write to, first when there are copies already.
cat >page.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas (4096) char page[4096];
static _Alignas (4096) atomic_int x;
static int first;
static void *
thread (void *p)
{
  int me = (int) (long) p;
  x = me;
  x = me + 2;
  pthread_mutex_lock (&lock);
  if (!first) {
    first = me;
    if (me == 2)
      page[100]++;
  }
  pthread_mutex_unlock (&lock);
  return p;
}
int
main (void)
{
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, (void *) (i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (page[100] == (first == 2));
}
END

# same OPTIONS...: of the last check and the one before
same () {
  if /usr/bin/python3 - <<END
import json, sys
a, b = (json.load (open (f)) for f in ("none.json", "copies.json"))
for r in a, b:
    for name in "seconds", "peak_bytes", "store_bytes", "threads_seconds":
        r["stats"].pop (name, None)
keys = "verdict", "exhaustive", "findings", "stats", "terminal", "traces"
sys.exit (any (a.get (k) != b.get (k) for k in keys))
END
  then pass; else fail "another exploration: $*"; fi
}

# compare CODE FILE OPTIONS...
compare () {
  want=$1
  shift
  code "$want" check "$@" --checkpoints=0 --json=none.json --trace=/dev/null
  for every in 1 3; do
    code "$want" check "$@" --checkpoints="$every" --json=copies.json --trace=/dev/null
    same "--checkpoints=$every $*"
  done
}

compare 3 all.c --por=optimal --executions=150 --repeat=50
compare 3 all.c --por=source --executions=100
compare 3 all.c --stateful=on --por=dpor --executions=100
compare 0 page.c --por=optimal
compare 0 race.c --cflags=-DWANTED=1 --por=optimal --repeat=100
compare 1 race.c --cflags=-DWANTED=0 --por=optimal
compare 1 race.c --cflags="-DFREED -DWANTED=0" --por=optimal
compare 0 "$root/bench/stateful/bounded_buffer.c" --stateful=on

# Of itself, where executions are long; and never where they are not to be made.
cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int own[2], x;
static void *
thread (void *p)
{
  for (int i = 0; i < 1000; i++)
    own[(long) p]++;
  for (int i = 0; i < 3; i++)
    x++;
  return p;
}
int
main (void)
{
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
END
code 0 check long.c --por=optimal --checkpoints=0 --json=none.json
code 0 check long.c --por=optimal --json=copies.json
same long.c
json copies.json "s['executions'] == 20"
code 0 check long.c --por=optimal --checkpoints=1 --memory=400M --json=copies.json
same "few fit"

also env OPTIONS="--checkpoints=1" python3 "$root/test/native/programs.py" sections
also env OPTIONS="--checkpoints=2" python3 "$root/test/native/programs.py" paths
also python3 "$root/test/trust/native_fuzz.py" --seed 3 --programs 4 --batch 4 --jobs 1 --no-shrink --options=--checkpoints=1 \
  --keep "$BUILD/kept/native-checkpoints" --mazurka "$BUILD/mazurka"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
