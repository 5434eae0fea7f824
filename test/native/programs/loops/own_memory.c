/* mazurka: livelock "wait" */
/* The thread notes what it finds in a block of its own, to and fro. Nobody else looks at that: it waits for ever. */
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
    *found = atomic_load (&never);
  } while (!*found);
  free (found);
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, waits, NULL);
  pthread_join (t, NULL);
}
