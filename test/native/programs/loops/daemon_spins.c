/* mazurka: ok */
/* options: --stateful=on --por=dpor */
/* It will never find anything new, but the process may end at any time. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *
spin (void *unused)
{
  while (!flag) {}
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, spin, NULL);
  pthread_detach (t);
  return 0;
}
