/* mazurka: assertion "revents" */
/* Whether the reading end is still open when the other end is polled is not ordered. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *
leave (void *unused)
{
  close (p[0]);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pipe (p);
  pthread_create (&t, NULL, leave, NULL);
  struct pollfd end = {.fd = p[1], .events = POLLOUT};
  poll (&end, 1, 0);
  assert (!(end.revents & POLLERR));
  pthread_join (t, NULL);
  return 0;
}
