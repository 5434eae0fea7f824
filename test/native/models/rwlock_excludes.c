/* mazurka: ok */
/* Who writes is alone, whether it came before the readers or after them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int x;
static void *
writer (void *unused)
{
  pthread_rwlock_wrlock (&l);
  x = 1;
  x = 2;
  pthread_rwlock_unlock (&l);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, writer, NULL);
  pthread_rwlock_rdlock (&l);
  int first = x;
  assert (first != 1 && x == first);
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
  return 0;
}
