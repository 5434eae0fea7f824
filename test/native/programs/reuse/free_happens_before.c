/* mazurka: ok */
/* Who finds its new block where the other's was knows that the other has freed it, and all it did before (C17 7.22.3). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic (char *) old;
static int before, seen;
static void *f (void *u)
{
  char *p = malloc (16);
  atomic_store_explicit (&old, p, memory_order_relaxed);
  before = 1;
  free (p);
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, f, 0);
  char *was = atomic_load_explicit (&old, memory_order_relaxed);
  char *p = malloc (16);
  if (p == was)
    seen = before;
  free (p);
  pthread_join (t, 0);
  return seen > 1;
}
