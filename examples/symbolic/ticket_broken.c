/* A ticket lock whose tickets wrap around too early: three threads, two tickets.  */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_uchar next, serving, inside;

static void *
worker (void *argument)
{
  (void) argument;
  for (;;) {
    unsigned char mine = atomic_fetch_add (&next, 1) & 1;
    while (atomic_load (&serving) != mine)
      ;
    assert (atomic_fetch_add (&inside, 1) == 0);
    atomic_fetch_sub (&inside, 1);
    atomic_store (&serving, (mine + 1) & 1);
  }
  return NULL;
}

int
main (void)
{
  pthread_t thread[THREADS - 1];
  for (int i = 0; i < THREADS - 1; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  worker (NULL);
  return 0;
}
