/* mazurka: ok, 3 executions */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *
reader (void *unused)
{
  (void) unused;
  int got = pthread_rwlock_tryrdlock (&l);
  assert (got == 0 || got == EBUSY);
  if (got == 0) {
    assert (x == 0 || x == 2);
    pthread_rwlock_unlock (&l);
  }
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, reader, NULL);
  pthread_rwlock_wrlock (&l);
  x += 2;
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
  return 0;
}
