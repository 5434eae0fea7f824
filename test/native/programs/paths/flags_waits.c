/* mazurka: deadlock */
/* A read that comes before the flag is set waits, one that comes after it does not. */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *
work (void *unused)
{
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  return unused;
}
int
main (void)
{
  pthread_t t;
  char c;
  if (pipe (ends))
    return 1;
  pthread_create (&t, NULL, work, NULL);
  (void) !read (ends[0], &c, 1);
  pthread_join (t, NULL);
  return 0;
}
