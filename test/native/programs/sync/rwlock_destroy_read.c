/* mazurka: api-misuse "destroy of a read-write lock" */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int
main (void)
{
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_destroy (&l);
  return 0;
}
