/* mazurka: ok */
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *times)
{
  for (long i = (long) times; i; i--) {
    pthread_mutex_lock (&m);
    x++;
    pthread_mutex_unlock (&m);
  }
  return (void *) 7L;
}
int
main (void)
{
  pthread_t t[3];
  void *result;
  for (long i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, work, (void *) (i + 1));
  for (int i = 0; i < 3; i++) {
    pthread_join (t[i], &result);
    assert (result == (void *) 7L);
  }
  assert (x == 6);
  return 0;
}
