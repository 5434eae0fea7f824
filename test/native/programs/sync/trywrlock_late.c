/* mazurka: assertion "r == EBUSY" */
/* A reader may have left the lock when a writer tries, or not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *work (void *x)
{
  int r = pthread_rwlock_trywrlock (&l);
  assert (r == EBUSY);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_rwlock_rdlock (&l);
  pthread_create (&t, NULL, work, NULL);
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
  return 0;
}
