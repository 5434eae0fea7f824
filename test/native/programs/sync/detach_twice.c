/* mazurka: api-misuse "detached already" */
#include <pthread.h>
#include <semaphore.h>
static void *
work (void *unused)
{
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_detach (t);
  pthread_detach (t);
  return 0;
}
