/* A producer and a consumer with room for one. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  [] (count <= 1)
 *   0 0 0  [] (count == 1 -> <> (count == 0))
 *   0 0 0  [] <> (count == 1)
 *   1 1 1  <> [] (count == 0)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int count;
static void *
consume (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m);
    while (!count)
      pthread_cond_wait (&c, &m);
    count = 0;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, consume, NULL);
  for (;;) {
    pthread_mutex_lock (&m);
    while (count)
      pthread_cond_wait (&c, &m);
    count = 1;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
  }
}
