/* mazurka: assertion "at_end == 3" */
/* Where a write goes depends on a flag that somebody else sets. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int file;
static void *
work (void *unused)
{
  fcntl (file, F_SETFL, O_APPEND);
  return unused;
}
int
main (void)
{
  pthread_t t;
  file = open ("flags_append.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert (write (file, "abc", 3) == 3);
  lseek (file, 0, SEEK_SET);
  pthread_create (&t, NULL, work, NULL);
  assert (write (file, "xyz", 3) == 3);
  off_t at_end = lseek (file, 0, SEEK_END);
  assert (at_end == 3);
  pthread_join (t, NULL);
  return 0;
}
