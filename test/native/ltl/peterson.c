/* Mutual exclusion by Peterson, for ever. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  [] !(in0 && in1)
 *   1 0 0  [] <> in0
 *   1 0 0  [] (want0 -> <> in0)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

atomic_int want0, want1, turn;
static void *
second (void *unused)
{
  for (;;) {
    want1 = 1;
    turn = 0;
    while (want0 && turn == 0)
      ;
    mz_prop ("in1", 1);
    mz_prop ("in1", 0);
    want1 = 0;
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, second, NULL);
  for (;;) {
    want0 = 1;
    turn = 1;
    while (want1 && turn == 1)
      ;
    mz_prop ("in0", 1);
    mz_prop ("in0", 0);
    want0 = 0;
  }
}
