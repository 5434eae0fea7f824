/* Two phases with a barrier between them. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  [] (second -> first)
 *   0 0 0  <> second
 *   0 0 0  !second U first
 *   1 1 1  [] !second
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_barrier_t b;
static void *
other (void *unused)
{
  mz_prop ("first", 1);
  pthread_barrier_wait (&b);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, other, NULL);
  pthread_barrier_wait (&b);
  mz_prop ("second", 1);
  pthread_join (t, NULL);
}
