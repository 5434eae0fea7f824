/* mazurka: ok */
/* Who reads under several locks gives them up in any order, also one taken twice. */
#include <pthread.h>
static pthread_rwlock_t l[3] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
int x;
static void *
work (void *unused)
{
  for (int first = 0; first < 3; first++) {
    for (int i = 0; i < 3; i++)
      pthread_rwlock_rdlock (&l[i]);
    pthread_rwlock_rdlock (&l[first]);
    for (int i = 0; i < 3; i++)
      pthread_rwlock_unlock (&l[(first + i) % 3]);
    pthread_rwlock_unlock (&l[first]);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_rwlock_wrlock (&l[1]);
  x = 1;
  pthread_rwlock_unlock (&l[1]);
  pthread_join (t, NULL);
  return 0;
}
