/* mazurka: ok */
/* poll and select wait until one of several is ready, or their time is over. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

static int pipes[2], event, data;

static void *
work (void *unused)
{
  eventfd_t one = 1;
  data = 1;
  assert (write (pipes[1], "x", 1) == 1);
  assert (write (event, &one, sizeof one) == sizeof one);
  return unused;
}

int
main (void)
{
  pthread_t t;
  char byte;
  eventfd_t value;
  assert (pipe (pipes) == 0);
  event = eventfd (0, 0);
  struct pollfd both[2] = {{pipes[0], POLLIN, 0}, {event, POLLIN, 0}};
  assert (poll (both, 2, 0) == 0);
  pthread_create (&t, NULL, work, NULL);
  int n = poll (both, 2, 10);
  assert (n >= 0 && n <= 2);
  assert (n < 1 || both[0].revents == POLLIN);
  assert (poll (both, 2, -1) >= 1 && both[0].revents == POLLIN);
  assert (data == 1);
  fd_set in;
  FD_ZERO (&in);
  FD_SET (event, &in);
  assert (select (event + 1, &in, NULL, NULL, NULL) == 1 && FD_ISSET (event, &in));
  assert (read (event, &value, sizeof value) == sizeof value && value == 1);
  assert (read (pipes[0], &byte, 1) == 1);
  pthread_join (t, NULL);
  close (pipes[1]);
  assert (poll (both, 2, -1) == 1 && both[0].revents == POLLHUP);
  both[0].fd = 77;
  assert (poll (both, 1, -1) == 1 && both[0].revents == POLLNVAL);
}
