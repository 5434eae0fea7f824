/* mazurka: ok */
/* A message queue as poll sees it: empty, full, and neither. */
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <stddef.h>

static int
events (mqd_t queue)
{
  struct pollfd p = {.fd = queue, .events = POLLIN | POLLOUT};
  poll (&p, 1, 0);
  return p.revents;
}

int
main (void)
{
  struct mq_attr two = {.mq_maxmsg = 2, .mq_msgsize = 1};
  char c;
  mq_unlink ("/mazurka-polled");
  mqd_t queue = mq_open ("/mazurka-polled", O_RDWR | O_CREAT, 0600, &two);
  assert (events (queue) == POLLOUT);
  mq_send (queue, "a", 1, 0);
  assert (events (queue) == (POLLIN | POLLOUT));
  mq_send (queue, "b", 1, 0);
  assert (events (queue) == POLLIN);
  assert (mq_receive (queue, &c, 1, NULL) == 1 && c == 'a');
  assert (events (queue) == (POLLIN | POLLOUT));
  mq_unlink ("/mazurka-polled");
  return 0;
}
