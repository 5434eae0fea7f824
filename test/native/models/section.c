/* mazurka: ok */
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
static int x;
static void __VERIFIER_atomic_add (void) { int old = x; x = old + 1; }
static void *work (void *unused) { __VERIFIER_atomic_add (); return unused; }
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  __VERIFIER_atomic_begin ();
  int old = x;
  x = old + 1;
  __VERIFIER_atomic_end ();
  pthread_join (t, NULL);
  assert (x == 2);
  return 0;
}
