/* N threads increment a counter under one mutex. */
#include <pthread.h>

#ifndef N
#define N 7
#endif

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *
worker (void *argument)
{
  (void) argument;
  pthread_mutex_lock (&mutex);
  counter++;
  pthread_mutex_unlock (&mutex);
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
