/* mazurka: unknown "stack or thread-local storage of a thread that is gone" */
/* So do addresses of locals. */
#include <assert.h>
#include <pthread.h>
static void *volatile seen;
static void *
enters (void *unused)
{
  int here = 0;
  void *volatile mine = &here;
  assert (seen != mine);
  seen = mine;
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
