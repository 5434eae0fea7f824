/* mazurka: assertion "two blocks" */
/* options: -O2 */
/* Arithmetic on addresses: the two are equal where nothing is left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static _Atomic uintptr_t both;
static void *
adds (void *unused)
{
  void *p = malloc (16);
  atomic_fetch_xor (&both, (uintptr_t) p);
  free (p);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, adds, 0);
  pthread_create (&b, 0, adds, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (atomic_load (&both) && "two blocks");
  return 0;
}
