/* Each thread adds and takes away again under a lock, so that the sum is 0 whenever the lock is free: what it is in between nobody compares. */
#include <pthread.h>

extern void __VERIFIER_assume (int);
extern void reach_error (void);
int sum, lock;

static void __VERIFIER_atomic_take (void) { __VERIFIER_assume (!lock); lock = 1; }
static void __VERIFIER_atomic_give (void) { lock = 0; }
static void __VERIFIER_atomic_more (void) { sum++; }
static void __VERIFIER_atomic_less (void) { sum--; }

static void *
work (void *unused)
{
  (void) unused;
  __VERIFIER_atomic_take ();
  __VERIFIER_atomic_more ();
  __VERIFIER_atomic_less ();
  if (sum != 0)
    reach_error ();
  __VERIFIER_atomic_give ();
  return 0;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, 0, work, 0);
}
