/* A lock taken by exchanging: who waits goes round, and may never get it. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  [] <> (inside == 1)
 *   1 0 0  [] (inside == 2 -> <> (inside == 0))
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int taken;
volatile int inside;
static void *
run (void *which)
{
  for (;;) {
    while (atomic_exchange (&taken, 1))
      ;
    inside = which ? 2 : 1;
    inside = 0;
    taken = 0;
  }
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, run, &t);
  run (NULL);
}
