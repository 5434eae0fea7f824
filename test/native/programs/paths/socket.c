/* mazurka: ok, 2 executions */
/* A socket of the kernel's: a process for each execution, and files beside it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>
static atomic_int x;
static void *
work (void *unused)
{
  atomic_fetch_add (&x, 1);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  int s = socket (AF_UNIX, SOCK_DGRAM, 0), fd = open ("mazurka-test-file", O_CREAT | O_EXCL | O_RDWR, 0600);
  assert (s >= 0 && fd >= 0 && s != fd);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (write (fd, "x", 1) == 1 && close (s) == 0 && close (fd) == 0);
  return 0;
}
