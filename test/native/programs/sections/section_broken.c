/* mazurka: assertion */
/* One of the two reads is outside of any section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
static atomic_int x, y;
static void *
work (void *unused)
{
  __VERIFIER_atomic_begin ();
  x++;
  y++;
  __VERIFIER_atomic_end ();
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int a = x, b = y;
  pthread_join (t, NULL);
  assert (a == b);
  return 0;
}
