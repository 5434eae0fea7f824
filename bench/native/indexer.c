/* Paper 1, Fig. 1: N threads insert four messages each into a shared hash
 * table with compare-and-swap. Collisions begin with the 12th thread. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 15
#endif
enum { SIZE = 128, MAX = 4 };

static atomic_int table[SIZE];

static void *
worker (void *argument)
{
  int tid = (int) (long) argument;
  for (int m = 1; m <= MAX; m++) {
    int w = m * 11 + tid, h = w * 7 % SIZE, empty = 0;
    while (!atomic_compare_exchange_strong (&table[h], &empty, w)) {
      h = (h + 1) % SIZE;
      empty = 0;
    }
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
