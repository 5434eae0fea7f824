/* mazurka: data-race */
/* This does not order. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
#include <stdlib.h>
static int *p;
static void *work (void *x)
{
  free (p);
  return x;
}
int main (void)
{
  pthread_t t;
  p = malloc (sizeof *p);
  pthread_create (&t, NULL, work, NULL);
  *p = 1;
  pthread_join (t, NULL);
  return 0;
}
