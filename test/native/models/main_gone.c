/* mazurka: memory "a thread that has ended" */
#include <pthread.h>
static void *
thread (void *arg)
{
  *(int *) arg = 2;
  return NULL;
}
int
main (void)
{
  pthread_t t;
  int local = 1;
  pthread_create (&t, NULL, thread, &local);
  pthread_exit (NULL);
}
