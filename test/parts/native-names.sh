#!/bin/sh
# What is told of a finding in a program: names of heap objects, locals and C++ functions, both
# accesses of a race, allocations and frees, and no step that matters left out.
# Usage: sh test/parts/native-names.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD
. "$PWD/test/command.sh"
export COLUMNS=100

cat >queue.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct queue { pthread_mutex_t lock; struct node *head; int sizes[3]; };
static _Atomic (struct node *) last;
static void put (struct queue *q, int v)
{
  struct node *n = malloc (sizeof (struct node));
  n->value = v;
  n->next = NULL;
  pthread_mutex_lock (&q->lock);
  n->next = q->head;
  q->head = n;
  pthread_mutex_unlock (&q->lock);
  atomic_store (&last, n);
  if (v == 2)
    n->next = NULL;
}
static void *producer (void *a) { put (a, 1); put (a, 2); return NULL; }
static void *consumer (void *a)
{
  struct queue *q = a;
  pthread_mutex_lock (&q->lock);
  for (struct node *n = q->head; n; n = n->next)
    q->sizes[2]++;
  pthread_mutex_unlock (&q->lock);
  return NULL;
}
int main (void)
{
  struct queue q = {PTHREAD_MUTEX_INITIALIZER, 0, {0}};
  pthread_t t[2];
  pthread_create (&t[0], 0, producer, &q);
  pthread_create (&t[1], 0, consumer, &q);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
END
code 1 check queue.c --json=r.json
says out "^queue.c:[0-9]+: data race on 'node#[12].next': T1 writes it \(queue.c:18\) while T2 may read it \(queue.c:25\)"
says out '^  node#[12]: 16 bytes, allocated by T1 \(queue.c:9\)'
says out 'lock\(q.lock\)'
says out '^ +9 +allocate\(node#[12]\)'
says out '^ +18 +write node#[12].next'
says out '✗ read node#[12].next: data race'
says out 'store last = &node#1'
says out 'store last = &node#2'
json r.json 'any (s["op"] == "write" and s["object"].startswith ("node#") and s["thread"] == "T1" and s["line"] == 18 for s in r["findings"][0]["steps"])'
code 1 replay queue.c.trace
says out '✗ read node#[12].next: data race'

# ---- blocks: by variable, arrays, without a type; who freed it ----
cat >blocks.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int *table;
static void *writer (void *a) { table[3] = 1; return a; }
int main (void)
{
  pthread_t t;
  table = malloc (5 * sizeof *table);
  pthread_create (&t, NULL, writer, NULL);
  table[3] = 2;
  pthread_join (t, NULL);
  free (table);
  return 0;
}
END
code 1 check blocks.c
says out "data race on 'table\[3\]'"
sed '/^  free/d; s/table\[3\] = 2;/free (table);/' blocks.c >freed.c
code 1 check freed.c
says out "use after free: write of 4 bytes at offset 12 of a freed block of 20 bytes \('table\[3\]'\)|data race on 'table\[3\]'"
says out 'free\(table\)'
says out 'table: 20 bytes, allocated by main \(freed.c:8\)'

# ---- what the finding touches is shown, however long the execution is ----
cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int noise;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both (pthread_mutex_t *first, pthread_mutex_t *second)
{
  for (int i = 0; i < 20; i++)
    atomic_store (&noise, i);
  pthread_mutex_lock (first);
  for (int i = 0; i < 20; i++)
    atomic_store (&noise, -i);
  pthread_mutex_lock (second);
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}
static void *other (void *x) { both (&b, &a); return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, other, NULL);
  both (&a, &b);
  return pthread_join (t, NULL);
}
END
code 1 check long.c --preemptions=1
says out '^ +9 +lock\(b\)'
says out '^ +9 +lock\(a\)'
says out 'steps? left out'
[ "$(wc -l <out)" -lt 34 ] && pass || fail "a long trace is shown whole"

# what is set is a member of something: the block is named after its type or the member; a statement may take two lines
cat >members.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct slot { int key; char *name; };
struct table { struct slot *slots; int n; char *label; int *counts; };
static struct table tab, *p = &tab;
static void *slot (void *x) { p->slots[1].key++; return x; }
static void *count (void *x) { tab.counts[2]++; return x; }
static void *label (void *x) { p->label[3]++; return x; }
int main (void)
{
  pthread_t t;
  p->slots =
    calloc (3, sizeof *p->slots);
  tab.counts = malloc (4 * sizeof (int));
  p->label = malloc (10);
  pthread_create (&t, NULL, ROUTINE, NULL);
  pthread_detach (t);
  ROUTINE (NULL);
}
END
code 1 check members.c -DROUTINE=slot
says out "data race on 'slot\\[1\\].key'"
says out 'slot: 48 bytes, allocated by main \(members.c:13\)'
says out 'detach T1'
code 1 check members.c -DROUTINE=count
says out "data race on 'counts\\[2\\]'"
code 1 check members.c -DROUTINE=label
says out "data race on 'label\\[3\\]'"

# ---- C++ ----
cat >stack.cpp <<'END'
#include <thread>
#include <vector>
namespace shop {
struct item { int price; item *next; };
template <class T> class stack {
  T *top = nullptr;
 public:
  void push (T *t) { t->next = top; top = t; }
};
}
int main ()
{
  shop::stack<shop::item> s;
  std::vector<std::thread> ts;
  for (int i = 0; i < 2; i++)
    ts.emplace_back ([&s, i] { s.push (new shop::item {i, nullptr}); });
  for (auto &t : ts)
    t.join ();
}
END
code 1 check stack.cpp
says out "data race on 's.top'"
says out '^ +16 +create T1, T2'
says out '✗ read s.top: data race'
if grep -qE '_Z|^ +\? ' out; then fail "names of the compiler, or unknown places"; else pass; fi

# a local whose other members were written together with what the race is about
cat >parts.cpp <<'END'
#include <deque>
#include <thread>
int main ()
{
  std::deque<int> waiting;
  std::thread t ([&waiting] { while (!waiting.empty ()) waiting.pop_front (); });
  waiting.push_back (1);
  t.join ();
}
END
code 1 check parts.cpp
says out "data race on 'waiting'"
if grep -qE '0x[0-9a-f]{6}' out; then fail "an address"; else pass; fi

# a signal that nobody waits for is the bug; one that wakes somebody is not
code 1 check "$top/examples/c/pool_broken.c"
says out 'signal\(some\): nobody waits'
code 1 check "$top/examples/c/handoff_broken.c"
says out 'signal\(some\) *$'

# ---- timed waits ----
code 1 check "$top/test/native/programs/sync/timedwait_signalled.c" --trace=/dev/null
says out 'in time\(c\)'
code 1 check "$top/test/native/programs/loops/timedwait_signalled.c" --trace=/dev/null
says out 'timeout\(c\)'
says out 'main waits for a signal on c'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
