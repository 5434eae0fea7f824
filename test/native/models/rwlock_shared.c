/* mazurka: assertion "others == 0" */
/* Two readers can have the lock at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;
static void *
reader (void *unused)
{
  pthread_rwlock_rdlock (&l);
  int others = inside++;
  assert (others == 0);
  inside--;
  pthread_rwlock_unlock (&l);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, reader, NULL);
  reader (NULL);
  pthread_join (t, NULL);
  return 0;
}
