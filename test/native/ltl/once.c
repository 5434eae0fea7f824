/* Two threads, one of them initialises. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  <> ready
 *   0 0 0  [] (used -> ready)
 *   0 0 0  <> [] used
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_once_t o = PTHREAD_ONCE_INIT;
static void
init (void)
{
  mz_prop ("ready", 1);
}
static void *
user (void *unused)
{
  pthread_once (&o, init);
  mz_prop ("used", 1);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, user, NULL);
  user (NULL);
  pthread_join (t, NULL);
}
