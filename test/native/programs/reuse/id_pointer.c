/* mazurka: assertion "two threads" */
/* Ids as pointers. */
#include <assert.h>
#include <pthread.h>
static void *volatile seen;
static void *
enters (void *unused)
{
  void *me = (void *) pthread_self ();
  assert (seen != me && "two threads");
  seen = me;
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
