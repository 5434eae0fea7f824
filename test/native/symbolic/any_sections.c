/* Each thread turns three numbers round under a lock, so that they differ whenever the lock is free. In between two of them are the same, and
 * what they are is no comparison that the program makes: the proof is short if a section that nobody can disturb is one step. */
#include <pthread.h>

extern void __VERIFIER_assume (int);
extern void reach_error (void);
int a = 1, b = 2, c = 3, spare, lock;

static void __VERIFIER_atomic_take (void) { __VERIFIER_assume (!lock); lock = 1; }
static void __VERIFIER_atomic_give (void) { lock = 0; }

static void *
turn (void *unused)
{
  (void) unused;
  for (;;) {
    __VERIFIER_atomic_take ();
    spare = a;
    a = b;
    b = c;
    c = spare;
    __VERIFIER_atomic_give ();
  }
}

static void *
look (void *unused)
{
  (void) unused;
  for (;;) {
#ifndef UNLOCKED
    __VERIFIER_atomic_take ();
#endif
    if (a == b)
      reach_error ();
#ifndef UNLOCKED
    __VERIFIER_atomic_give ();
#endif
  }
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, look, 0);
  for (;;)
    pthread_create (&t, 0, turn, 0);
}
