/* mazurka: deadlock */
/* The signal may come before the wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work (void *x) { pthread_cond_signal (&c); return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  return 0;
}
