/* mazurka: ok, 4 executions */
/* Two readers do not exclude each other; a writer excludes both. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
static void *
reader (void *unused)
{
  (void) unused;
  pthread_rwlock_rdlock (&l);
  assert (x == y);
  pthread_rwlock_unlock (&l);
  return NULL;
}
static void *
writer (void *unused)
{
  (void) unused;
  pthread_rwlock_wrlock (&l);
  x++;
  y++;
  pthread_rwlock_unlock (&l);
  return NULL;
}
int
main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], NULL, reader, NULL);
  pthread_create (&t[1], NULL, reader, NULL);
  pthread_create (&t[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
