/* A writer beside one reader. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 0  <> wrote
 *   0 0 0  [] (wrote -> [] wrote)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int wrote;
static void *
reader (void *unused)
{
  for (;;) {
    pthread_rwlock_rdlock (&l);
    pthread_rwlock_unlock (&l);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, reader, NULL);
  pthread_rwlock_wrlock (&l);
  wrote = 1;
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
}
