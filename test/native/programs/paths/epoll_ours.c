/* mazurka: unknown "epoll on a file, pipe, eventfd or timer that the checker keeps in memory is not supported" */
/* The kernel does not know the pipe: nothing is wrong with the program. */
#include <assert.h>
#include <sys/epoll.h>
#include <unistd.h>
int
main (void)
{
  int p[2], set = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN};
  assert (!pipe (p));
  assert (!epoll_ctl (set, EPOLL_CTL_ADD, p[0], &event));
  return 0;
}
