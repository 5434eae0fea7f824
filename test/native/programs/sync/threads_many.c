/* mazurka: unknown "more than 128 threads" */
/* options: --executions=10 */
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
  for (;;)
    pthread_create (&t, NULL, work, NULL);
}
