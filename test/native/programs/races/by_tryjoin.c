/* mazurka: ok */
/* A thread that was joined in time has done all that it did before. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
int x, y;
static void *first (void *unused) { x = 1; return unused; }
static void *second (void *unused) { y = 1; return unused; }
int
main (void)
{
  pthread_t a, b;
  struct timespec soon;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  if (!pthread_tryjoin_np (a, NULL))
    x = 2;
  clock_gettime (CLOCK_REALTIME, &soon);
  if (!pthread_timedjoin_np (b, NULL, &soon))
    y = 2;
  return 0;
}
