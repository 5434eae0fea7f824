/* mazurka: ok
 * No other thread may hold it: what kind the mutex is and whose it is are constants. */
#include <assert.h>
#include <pthread.h>
int
main (void)
{
  pthread_mutexattr_t kind;
  pthread_mutex_t lock;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&lock, &kind);
  pthread_mutex_lock (&lock);
  assert (!pthread_mutex_lock (&lock));
  pthread_mutex_unlock (&lock);
  pthread_mutex_unlock (&lock);
  return 0;
}
