/* mazurka: assertion "before != 20" */
/* Two threads set the timer: either comes first. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *
set (void *unused)
{
  alarm (20);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  unsigned before = alarm (30);
  pthread_join (t, NULL);
  assert (before != 20);
  return 0;
}
