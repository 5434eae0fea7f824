/* Paper 1, Fig. 1, with a mutex for each slot instead of compare-and-swap. */
#include <pthread.h>

#ifndef N
#define N 15
#endif
enum { SIZE = 128, MAX = 4 };

static int table[SIZE];
static pthread_mutex_t mutex[SIZE];

static int
insert (int h, int w)
{
  pthread_mutex_lock (&mutex[h]);
  int done = table[h] == 0;
  if (done)
    table[h] = w;
  pthread_mutex_unlock (&mutex[h]);
  return done;
}

static void *
worker (void *argument)
{
  int tid = (int) (long) argument;
  for (int m = 1; m <= MAX; m++) {
    int w = m * 11 + tid, h = w * 7 % SIZE;
    while (!insert (h, w))
      h = (h + 1) % SIZE;
  }
  return NULL;
}

#ifndef THREADS
#define THREADS N
#endif

int
main (void)
{
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, worker, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
