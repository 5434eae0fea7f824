/* Main waits for its thread. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  <> done
 *   0 0 0  <> (done && [] done)
 *   0 0 0  !after U done
 *   0 0 0  <> after
 *   0 0 0  [] (done -> <> after)
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;
static void *
worker (void *unused)
{
  pthread_mutex_lock (&m);
  done = 1;
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, worker, NULL);
  pthread_join (t, NULL);
  mz_prop ("after", done);
}
