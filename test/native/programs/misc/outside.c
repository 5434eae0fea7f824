/* mazurka: unknown "outside of the program" */
/* What a thread asks of the kernel beside the files of the program is not ordered with what other threads do, and that is said. */
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static void *
asks (void *unused)
{
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  poll (&p, 1, 0);
  close (fd);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, asks, NULL);
  pthread_join (t, NULL);
  return 0;
}
