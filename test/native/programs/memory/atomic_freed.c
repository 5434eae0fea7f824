/* mazurka: data-race "T2 may free it" */
/* The counter is freed while an atomic operation on it may still be to come. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic (atomic_int *) shared;

static void *
count (void *unused)
{
  atomic_int *p = atomic_load (&shared);
  if (p)
    atomic_fetch_add (p, 1);
  return unused;
}

static void *
retire (void *unused)
{
  free (atomic_exchange (&shared, NULL));
  return unused;
}

int
main (void)
{
  pthread_t t, u;
  atomic_int *p = malloc (sizeof *p);
  atomic_init (p, 0);
  atomic_store (&shared, p);
  pthread_create (&t, NULL, count, NULL);
  pthread_create (&u, NULL, retire, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
