/* mazurka: ok */
/* It writes what is there, for ever; the process may end at any time. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *
store (void *unused)
{
  for (;;)
    flag = 2;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, store, NULL);
  pthread_detach (t);
  return 0;
}
