/* mazurka: livelock "wait" */
/* The thread notes where it is in a block of its own, to and fro. Nobody else looks at that: it waits for ever. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int never, other;
static void *waits (void *unused)
{
  int *found = calloc (1, sizeof *found);
  do {
    *found = 1;
    atomic_exchange (&other, 0);
    *found = 2;
  } while (!atomic_load (&never));
  free (found);
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, waits, NULL);
  pthread_join (t, NULL);
}
