/* mazurka: ok, 2 executions */
/* Memory that was never written holds the same in each execution, and so do globals. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pages[5][4096];
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  volatile unsigned char *p = malloc (64);
  for (int i = 0; i < 64; i++) {
    assert (p[i] == p[0] && p[i] != 0x55);
    p[i] = p[0];
  }
  for (int i = 0; i < 5; i++)
    assert (!pages[i][100]++);
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  for (int i = 0; i < 64; i++)
    p[i] = 0x55;
  return 0;
}
