/* Three forks, taken in order: nobody is stuck, but somebody may starve. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 0  [] <> (eats == 1)
 *   1 1 0  <> (eats == 2)
 *   0 0 0  [] <> (eats == 0)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t fork[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
int eats;
static void
eat (int who, int first, int second)
{
  for (;;) {
    pthread_mutex_lock (&fork[first]);
    pthread_mutex_lock (&fork[second]);
    pthread_mutex_lock (&table);
    eats = who;
    eats = 0;
    pthread_mutex_unlock (&table);
    pthread_mutex_unlock (&fork[second]);
    pthread_mutex_unlock (&fork[first]);
  }
}
static void *
two (void *unused)
{
  eat (2, 1, 2);
  return unused;
}
static void *
three (void *unused)
{
  eat (3, 0, 2);
  return unused;
}
int
main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, two, NULL);
  pthread_create (&t[1], NULL, three, NULL);
  eat (1, 0, 1);
}
