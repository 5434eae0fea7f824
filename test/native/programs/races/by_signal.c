/* mazurka: ok */
/* options: --ends=off */
/* Who was woken comes after what the waker did. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int data;
static void *work (void *x)
{
  data = 1;
  pthread_cond_signal (&c);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_mutex_lock (&m);
  pthread_create (&t, NULL, work, NULL);
  pthread_cond_wait (&c, &m);
  data++;
  pthread_mutex_unlock (&m);
  return 0;
}
