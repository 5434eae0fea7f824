/* mazurka: ok */
/* options: --stateful=on --por=dpor */
/* The execution in which the thread waits for ever does not count. */
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
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
  mz_assume (mz_choose (2));
  flag = 1;
  pthread_join (t, NULL);
}
