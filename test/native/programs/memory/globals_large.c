/* mazurka: ok, 2 executions */
/* More than 256 MB of globals are written in each execution, and are zero again in the next. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char large[300u << 20];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  for (size_t i = 0; i < sizeof large; i += 4096) {
    assert (!large[i]);
    large[i] = 1;
  }
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  return 0;
}
