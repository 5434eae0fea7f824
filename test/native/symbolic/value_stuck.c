/* Whatever is read, a lock is taken twice. */
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int
main (void)
{
  pthread_mutex_lock (&m);
  if (__VERIFIER_nondet_int () > 5)
    pthread_mutex_lock (&m);
  pthread_mutex_lock (&m);
  return 0;
}
