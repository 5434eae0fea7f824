/* A counter that goes round. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  [] (n < 3)
 *   1 0 0  [] <> (n == 0)
 *   1 0 0  [] (n == 1 -> <> (n == 2))
 *   1 1 1  <> [] (n == 2)
 *   1 0 0  [] (n == 0 -> (n == 0 U n == 1))
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned char n;
static atomic_int other;
static void *
idle (void *unused)
{
  for (;;)
    other = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, idle, NULL);
  for (;;) {
    pthread_mutex_lock (&m);
    n = (unsigned char) ((n + 1) % 3);
    pthread_mutex_unlock (&m);
  }
}
