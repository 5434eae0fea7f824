/* Two mutexes, taken in two orders. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> finished
 *   1 1 1  [] (one -> <> both)
 *   0 0 0  [] (both -> <> finished)
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *
other (void *unused)
{
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, other, NULL);
  pthread_mutex_lock (&a);
  mz_prop ("one", 1);
  pthread_mutex_lock (&b);
  mz_prop ("both", 1);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  pthread_join (t, NULL);
  mz_prop ("finished", 1);
}
