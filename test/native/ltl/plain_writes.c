/* Every plain write to an observed variable is seen. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  <> (x == 1)
 *   1 1 1  [] (x != 1)
 *   0 0 0  x == 0 U (x == 1 && (x == 1 U x == 2))
 *   0 0 0  <> [] (x == 2)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int x;
static void *
write_both (void *unused)
{
  pthread_mutex_lock (&m);
  x = 1;
  x = 2;
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, write_both, NULL);
  pthread_join (t, NULL);
}
