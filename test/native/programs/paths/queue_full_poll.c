/* mazurka: ok, 1 executions */
/* A queue is an object that can be polled on Linux: when it is full, it can be read, and not written to. */
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>

int
main (void)
{
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 8};
  char text[8] = "text";
  mqd_t q = mq_open ("/mazurka-full", O_CREAT | O_RDWR, 0600, &attributes);
  struct pollfd p = {.fd = q, .events = POLLIN | POLLOUT};
  assert (poll (&p, 1, 0) == 1 && p.revents == POLLOUT);
  assert (!mq_send (q, text, 4, 0));
  assert (poll (&p, 1, 0) == 1 && p.revents == POLLIN);
  assert (mq_receive (q, text, 8, 0) == 4);
  assert (poll (&p, 1, 0) == 1 && p.revents == POLLOUT);
}
