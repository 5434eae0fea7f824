/* mazurka: data-race */
/* Readers are not ordered by the lock: one of them writes. */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *
reader (void *unused)
{
  (void) unused;
  pthread_rwlock_rdlock (&l);
  x++;
  pthread_rwlock_unlock (&l);
  return NULL;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
