/* mazurka: data-race */
/* This does not order. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static sem_t s;
static void *work (void *x)
{
  data = 1;
  sem_post (&s);
  return x;
}
int main (void)
{
  pthread_t t;
  int v;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_getvalue (&s, &v);
  if (v)
    data++;
  pthread_join (t, NULL);
  return 0;
}
