/* mazurka: unknown "flockfile" */
/* That a stream is kept for one thread is not explored, and said. */
#include <pthread.h>
#include <stdio.h>

static void *
prints (void *unused)
{
  flockfile (stdout);
  puts ("one");
  funlockfile (stdout);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, prints, NULL);
  pthread_join (t, NULL);
  return 0;
}
