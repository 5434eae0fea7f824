/* mazurka: api-misuse "does not hold" */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *
other (void *unused)
{
  (void) unused;
  pthread_rwlock_unlock (&l);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_rwlock_rdlock (&l);
  pthread_create (&t, NULL, other, NULL);
  pthread_join (t, NULL);
  pthread_rwlock_unlock (&l);
  return 0;
}
