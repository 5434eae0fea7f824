/* Two threads toggle a variable each. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 0 0  [] <> (a == 1)
 *   1 0 0  [] <> (b == 1)
 *   0 0 0  [] <> (a == b)
 *   1 1 1  <> [] (a == 0)
 *   0 0 0  [] <> (a == 1) || [] <> (b == 1)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int a, b;
static void *
toggle (void *unused)
{
  for (;;) {
    b = 1;
    b = 0;
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, toggle, NULL);
  for (;;) {
    a = 1;
    a = 0;
  }
}
