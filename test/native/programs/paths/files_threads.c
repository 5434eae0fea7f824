/* mazurka: ok, 2 executions */
/* Two threads append to a file, each by a descriptor of its own: two orders. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static void *
work (void *text)
{
  int fd = open ("mazurka-test-log", O_WRONLY | O_APPEND);
  assert (fd >= 0);
  assert (write (fd, text, 2) == 2);
  assert (close (fd) == 0);
  return NULL;
}
int
main (void)
{
  pthread_t a, b;
  char all[8] = "";
  int fd = open ("mazurka-test-log", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert (fd >= 0);
  pthread_create (&a, NULL, work, "a1");
  pthread_create (&b, NULL, work, "b2");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (read (fd, all, sizeof all) == 4);
  assert (!strcmp (all, "a1b2") || !strcmp (all, "b2a1"));
  return 0;
}
