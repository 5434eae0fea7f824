/* A bounded queue whose cells carry sequence numbers (Vyukov): long executions
 * with a race in every step, in which nearly everything else is independent. What
 * a reduction plans is as long as the execution, for each race. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1000
#endif
#define ROOM 1024u

static struct {
  atomic_uint turn;
  int data;
} cells[ROOM];
static atomic_uint in, out;

static void
put (int v)
{
  unsigned at = atomic_load (&in);
  if (atomic_load (&cells[at % ROOM].turn) != at || !atomic_compare_exchange_strong (&in, &at, at + 1))
    return;
  cells[at % ROOM].data = v;
  atomic_store (&cells[at % ROOM].turn, at + 1);
}

static int
get (void)
{
  unsigned at = atomic_load (&out);
  if (atomic_load (&cells[at % ROOM].turn) != at + 1 || !atomic_compare_exchange_strong (&out, &at, at + 1))
    return -1;
  int v = cells[at % ROOM].data;
  atomic_store (&cells[at % ROOM].turn, at + ROOM);
  return v;
}

static void *
consumer (void *p)
{
  for (int i = 0; i < N; i++)
    get ();
  return p;
}

int
main (void)
{
  pthread_t t;
  for (unsigned i = 0; i < ROOM; i++)
    atomic_init (&cells[i].turn, i);
  pthread_create (&t, NULL, consumer, NULL);
  for (int i = 0; i < N; i++)
    put (i);
  pthread_join (t, NULL);
  return 0;
}
