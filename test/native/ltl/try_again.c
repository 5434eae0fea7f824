/* Two threads take their first mutex and try the second, again and again. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> got
 *   0 0 0  [] !(got && stuck)
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void
take (pthread_mutex_t *first, pthread_mutex_t *second)
{
  for (;;) {
    pthread_mutex_lock (first);
    if (!pthread_mutex_trylock (second))
      break;
    pthread_mutex_unlock (first);
  }
  mz_prop ("got", 1);
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}
static void *
other (void *unused)
{
  take (&b, &a);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, other, NULL);
  take (&a, &b);
  pthread_join (t, NULL);
  mz_prop ("stuck", 0);
}
