/* mazurka: assertion "O_NONBLOCK" */
/* Flags of a descriptor are shared: who asks sees who came first. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *
work (void *unused)
{
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  return unused;
}
int
main (void)
{
  pthread_t t;
  assert (pipe (ends) == 0);
  pthread_create (&t, NULL, work, NULL);
  assert (!(fcntl (ends[0], F_GETFL) & O_NONBLOCK));
  pthread_join (t, NULL);
  return 0;
}
