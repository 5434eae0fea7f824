/* mazurka: assertion "end == 2" */
/* Where the file ends depends on whether the other has written: also after it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *work (void *unused)
{
  int fd = open ("there", O_WRONLY | O_APPEND);
  write (fd, "cde", 3);
  return unused;
}
int main (void)
{
  pthread_t t;
  int fd = open ("there", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write (fd, "ab", 2);
  pthread_create (&t, NULL, work, NULL);
  off_t end = lseek (fd, 0, SEEK_END);
  assert (end == 2);
  pthread_join (t, NULL);
  return 0;
}
