/* mazurka: assertion "flag" */
/* options: --spurious */
/* Who does not look again after a wait is caught by a spurious wake-up. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  flag = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  if (!flag)
    pthread_cond_wait (&c, &m);
  assert (flag);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
