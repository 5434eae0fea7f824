/* mazurka: api-misuse "joined already" */
#include <pthread.h>
static pthread_t t;
static void *
nothing (void *unused)
{
  return unused;
}
static void *
join (void *unused)
{
  pthread_join (t, NULL);
  return unused;
}
int
main (void)
{
  pthread_t other;
  pthread_create (&t, NULL, nothing, NULL);
  pthread_create (&other, NULL, join, NULL);
  pthread_join (t, NULL);
  pthread_join (other, NULL);
  return 0;
}
