/* mazurka: assertion "O_NONBLOCK" */
/* A turn that sets a flag is no turn that changes nothing. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int flag;
static int ends[2];
static void *
work (void *unused)
{
  while (!flag)
    fcntl (ends[0], F_SETFL, O_NONBLOCK);
  assert (!(fcntl (ends[0], F_GETFL) & O_NONBLOCK));
  return unused;
}
int
main (void)
{
  pthread_t t;
  assert (pipe (ends) == 0);
  pthread_create (&t, NULL, work, NULL);
  flag = 1;
  pthread_join (t, NULL);
  return 0;
}
