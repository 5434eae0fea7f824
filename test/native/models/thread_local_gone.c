/* mazurka: memory "a thread that has ended" */
#include <pthread.h>
static _Thread_local int x;
static int *p;
static void *
thread (void *arg)
{
  x = 1;
  p = &x;
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  pthread_join (t, NULL);
  return *p - 1;
}
