/* mazurka: ok */
/* A block that one thread frees only after the other has allocated cannot come back there: that is no deadlock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic (char *) first, second;
static void *f (void *u) { atomic_store (&second, malloc (16)); return u; }
int main (void)
{
  pthread_t t;
  char *p = malloc (16), *q;
  atomic_store (&first, p);
  pthread_create (&t, 0, f, 0);
  q = atomic_load (&second);
  atomic_compare_exchange_strong (&first, &q, 0);
  pthread_join (t, 0);
  free (p);
  q = atomic_load (&second);
  atomic_compare_exchange_strong (&first, &q, 0);
  free (atomic_load (&second));
}
