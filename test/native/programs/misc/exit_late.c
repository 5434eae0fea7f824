/* mazurka: assertion "0" */
/* What other threads do is possible before the process ends. */
#include <assert.h>
#include <pthread.h>
static void *work (void *x) { assert (0); return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  return 0;
}
