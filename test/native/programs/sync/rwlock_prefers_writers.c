/* mazurka: unknown "prefers writers" */
/* The second reading lock waits for a writer that waits for the first. */
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void *
work (void *unused)
{
  pthread_rwlock_wrlock (&l);
  pthread_rwlock_unlock (&l);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_unlock (&l);
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
}
