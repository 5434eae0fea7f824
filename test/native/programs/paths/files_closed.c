/* mazurka: data-race "main writes it" */
/* A descriptor is closed while another thread may use it. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd;
static void *
work (void *unused)
{
  (void) !write (fd, "x", 1);
  return unused;
}
int
main (void)
{
  pthread_t a;
  fd = open ("mazurka-test-file", O_CREAT | O_WRONLY, 0600);
  pthread_create (&a, NULL, work, NULL);
  close (fd);
  pthread_join (a, NULL);
  return 0;
}
