/* mazurka: deadlock */
/* The reader waits for the end of the pipe, which it holds open itself. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int ends[2];
static void *
reader (void *unused)
{
  char byte;
  while (read (ends[0], &byte, 1) == 1)
    ;
  return unused;
}
int
main (void)
{
  pthread_t r;
  if (pipe (ends))
    abort ();
  int copy = dup (ends[1]);
  pthread_create (&r, NULL, reader, NULL);
  (void) !write (copy, "x", 1);
  close (copy);
  pthread_join (r, NULL);
  return 0;
}
