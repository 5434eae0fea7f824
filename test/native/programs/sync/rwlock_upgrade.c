/* mazurka: deadlock */
/* A reader that wants to write waits for itself. */
#include <pthread.h>
int
main (void)
{
  pthread_rwlock_t l;
  pthread_rwlock_init (&l, NULL);
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_wrlock (&l);
  return 0;
}
