/* mazurka: ok */
#include <pthread.h>
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
  pthread_cancel (t);
  pthread_join (t, NULL);
  return 0;
}
