/* mazurka: api-misuse "an atomic section waits inside" */
#include <pthread.h>
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
static void *
thread (void *arg)
{
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  __VERIFIER_atomic_begin ();
  pthread_join (t, NULL);
  __VERIFIER_atomic_end ();
  return 0;
}
