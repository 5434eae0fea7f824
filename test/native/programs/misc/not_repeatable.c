/* mazurka: unknown "nondeterminism: the same schedule behaved differently at " */
/* The processor's clock decides what is done. */
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>
static atomic_int a[64], x;
static void *
work (void *unused)
{
  for (int i = 0; i < 3; i++) {
    a[__rdtsc () / 64 % 64]++;
    x++;
  }
  return unused;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
