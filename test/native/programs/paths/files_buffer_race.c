/* mazurka: data-race "T1 may write it" */
/* What write reads is read by the program. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static char buffer[8];
static void *
work (void *unused)
{
  buffer[0] = 'x';
  return unused;
}
int
main (void)
{
  pthread_t a;
  int fd = open ("mazurka-test-file", O_CREAT | O_WRONLY, 0600);
  pthread_create (&a, NULL, work, NULL);
  (void) !write (fd, buffer, sizeof buffer);
  pthread_join (a, NULL);
  return 0;
}
