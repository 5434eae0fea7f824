/* mazurka: unknown "more than 3 others" */
/* options: --max-threads=3 */
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
