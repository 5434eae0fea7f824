/* mazurka: ok */
/* Time that is asked for before anybody could wait depends on nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int x;
static void *
writer (void *unused)
{
  x = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  assert (time (NULL) > 0);
  pthread_create (&t, NULL, writer, NULL);
  while (!x)
    sleep (1);
  return pthread_join (t, NULL);
}
