/* mazurka: data-race */
/* This does not order. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
struct { long a, b, c; } from, to;
static void *work (void *x)
{
  to.c = 1;
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  to = from;
  pthread_join (t, NULL);
  return 0;
}
