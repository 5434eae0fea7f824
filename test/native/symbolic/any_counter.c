/* Threads count under a lock, and nobody knows how many there are: what a thread has seen stays smaller than the count. */
#include <pthread.h>

extern void __VERIFIER_assume (int);
extern void reach_error (void);
volatile unsigned count;
int lock;

static void __VERIFIER_atomic_take (void) { __VERIFIER_assume (!lock); lock = 1; }
static void __VERIFIER_atomic_give (void) { lock = 0; }

static void *
work (void *unused)
{
  (void) unused;
  __VERIFIER_atomic_take ();
  unsigned seen = count;
  if (seen != 0u - 1)
    count = seen + 1;
  __VERIFIER_atomic_give ();
  if (seen != 0u - 1 && count <= seen)
    reach_error ();
  return 0;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, 0, work, 0);
}
