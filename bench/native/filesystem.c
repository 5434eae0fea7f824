/* Paper 1, Fig. 7: N threads allocate a block each to an inode, under locks. */
#include <pthread.h>

#ifndef N
#define N 18
#endif
enum { NUMBLOCKS = 26, NUMINODE = 32 };

static pthread_mutex_t locki[NUMINODE], lockb[NUMBLOCKS];
static int inode[NUMINODE], busy[NUMBLOCKS];

static void *
worker (void *argument)
{
  int tid = (int) (long) argument, i = tid % NUMINODE;
  pthread_mutex_lock (&locki[i]);
  if (inode[i] == 0) {
    int b = i * 2 % NUMBLOCKS;
    for (;;) {
      pthread_mutex_lock (&lockb[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        pthread_mutex_unlock (&lockb[b]);
        break;
      }
      pthread_mutex_unlock (&lockb[b]);
      b = (b + 1) % NUMBLOCKS;
    }
  }
  pthread_mutex_unlock (&locki[i]);
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
