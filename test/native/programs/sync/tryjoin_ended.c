/* mazurka: assertion "r == EBUSY" */
/* The thread may have ended when it is asked. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static void *work (void *x) { return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int r = pthread_tryjoin_np (t, NULL);
  assert (r == EBUSY);
  return 0;
}
