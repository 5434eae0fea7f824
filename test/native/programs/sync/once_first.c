/* mazurka: assertion "by == 1" */
/* Either may be the first. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int by;
static _Thread_local int me;
static void routine (void) { by = me; }
static void *work (void *x)
{
  me = (int) (long) x;
  pthread_once (&once, routine);
  return NULL;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, (void *) 1);
  pthread_create (&b, NULL, work, (void *) 2);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (by == 1);
  return 0;
}
