/* mazurka: api-misuse "after it was destroyed" */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int
main (void)
{
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_unlock (&l);
  pthread_rwlock_destroy (&l);
  pthread_rwlock_rdlock (&l);
  return 0;
}
