/* mazurka: livelock|deadlock */
/* A file, so that each execution is a process: what the loop waits for is in that one's memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int busy;

static void *
work (void *unused)
{
  while (atomic_load (&busy))
    ;
  return unused;
}

int
main (void)
{
  pthread_t t;
  FILE *f = tmpfile ();
  fputs ("busy\n", f);
  fclose (f);
  atomic_store (&busy, 1);
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  return 0;
}
