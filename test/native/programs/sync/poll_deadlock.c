/* mazurka: deadlock */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void *
work (void *unused)
{
  struct pollfd p = {there[0], POLLIN, 0};
  poll (&p, 1, -1);
  write (back[1], "y", 1);
  return unused;
}

int
main (void)
{
  pthread_t t;
  struct pollfd p;
  pipe (there);
  pipe (back);
  pthread_create (&t, NULL, work, NULL);
  p = (struct pollfd) {back[0], POLLIN, 0};
  poll (&p, 1, -1);
  write (there[1], "x", 1);
  pthread_join (t, NULL);
}
