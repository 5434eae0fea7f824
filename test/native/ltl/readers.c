/* A writer beside two readers who overlap. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 1  <> wrote
 *   1 1 1  [] !(wrote && reading)
 */
#include <pthread.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *
reader (void *unused)
{
  for (;;) {
    pthread_rwlock_rdlock (&l);
    mz_prop ("reading", 1);
    pthread_rwlock_unlock (&l);
  }
  return unused;
}
int
main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, reader, NULL);
  pthread_rwlock_wrlock (&l);
  mz_prop ("wrote", 1);
  pthread_rwlock_unlock (&l);
  pthread_join (t[0], NULL);
}
