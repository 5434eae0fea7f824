/* Two threads take one mutex for ever: who waits is enabled again and again. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 0  [] <> (inside == 1)
 *   1 1 0  [] (inside == 1 -> <> (inside == 2))
 *   0 0 0  [] (inside != 3)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;
static void *
run (void *which)
{
  for (;;) {
    pthread_mutex_lock (&m);
    inside = which ? 2 : 1;
    inside = 0;
    pthread_mutex_unlock (&m);
  }
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, run, &t);
  run (NULL);
}
