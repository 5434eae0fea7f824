/* A wait that does not look first. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> woken
 *   0 0 0  [] (woken -> signalled)
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *
waiter (void *unused)
{
  pthread_mutex_lock (&m);
  pthread_cond_wait (&c, &m);
  mz_prop ("woken", 1);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, waiter, NULL);
  pthread_mutex_lock (&m);
  mz_prop ("signalled", 1);
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
}
