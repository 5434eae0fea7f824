/* Main ends the process, whatever the others do. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> done
 *   0 0 0  <> started
 *   0 0 0  [] (done -> started)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int started, done;
static void *
worker (void *unused)
{
  done = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  started = 1;
  pthread_create (&t, NULL, worker, NULL);
  return 0;
}
