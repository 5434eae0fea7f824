/* Threads write down in which order they came: no state is ever met again. */
#include <pthread.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order[64], n;

static void *
thread (void *p)
{
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&lock);
    order[n++] = (int) (long) p;
    pthread_mutex_unlock (&lock);
  }
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
  return order[0] == 7;
}
