/* mazurka: api-misuse "joined already" */
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
  pthread_join (t, NULL);
  pthread_detach (t);
  return 0;
}
