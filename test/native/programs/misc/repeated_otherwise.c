/* mazurka: unknown "not the same when it was repeated" */
/* options: --trust=repeated_otherwise.c --repeat=10 */
/* What the processor's clock says gets into an object, and differs each time. */
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>
static atomic_ullong x;
static void *work (void *unused)
{
  x = __rdtsc ();
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  x = 1;
  pthread_join (t, NULL);
  return 0;
}
