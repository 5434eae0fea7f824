/* mazurka: unknown "--max-threads" */
#include <pthread.h>
static void *work (void *unused) { return unused; }
int
main (void)
{
  volatile int n = 6;
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_create (&t, NULL, work, NULL);
    pthread_join (t, NULL);
  }
  return 0;
}
