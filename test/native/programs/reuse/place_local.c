/* mazurka: unknown "stack or thread-local storage of a thread that is gone" */
/* A thread is known by the address of a thread-local variable, which comes back as its id does. */
#include <assert.h>
#include <pthread.h>
static _Thread_local int me;
static int *volatile seen;
static void *
enters (void *unused)
{
  assert (seen != &me);
  seen = &me;
  return unused;
}
int
main (void)
{
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_create (&t, 0, enters, 0);
    pthread_join (t, 0);
  }
  return 0;
}
