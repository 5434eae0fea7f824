/* Threads take numbers and sign for them: no state is ever met again. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int who[64], next;

static void *
thread (void *p)
{
  for (int i = 0; i < N; i++)
    atomic_store (&who[atomic_fetch_add (&next, 1)], (int) (long) p);
  return p;
}

int
main (void)
{
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, thread, (void *) (i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
