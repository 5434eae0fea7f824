/* mazurka: assertion "another's" */
/* options: -O2 */
/* An address goes through an atomic integer as it is, and is compared with what is read there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static _Atomic uintptr_t owner;
static void *
leaves (void *unused)
{
  void *p = malloc (16);
  atomic_store (&owner, (uintptr_t) p);
  free (p);
  return unused;
}
static void *
looks (void *unused)
{
  void *q = malloc (16);
  assert (atomic_load (&owner) != (uintptr_t) q && "another's");
  free (q);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, leaves, 0);
  pthread_create (&b, 0, looks, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
