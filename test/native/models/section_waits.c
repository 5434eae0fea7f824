/* mazurka: api-misuse "an atomic section waits inside" */
#include <pthread.h>
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int d;
static void *
thread (void *arg)
{
  __VERIFIER_atomic_begin ();
  pthread_mutex_lock (&m);
  d = 1;
  pthread_mutex_unlock (&m);
  __VERIFIER_atomic_end ();
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  pthread_mutex_lock (&m);
  d = 2;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
