/* mazurka: ok */
/* A timer that would end the process: nothing is lost but that end. */
#include <pthread.h>
#include <unistd.h>
static void *
work (void *unused)
{
  return unused;
}
int
main (void)
{
  pthread_t t;
  alarm (60);
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  alarm (0);
  return 0;
}
