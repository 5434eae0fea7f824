/* The fourth thread draws the number that nobody must draw: what three threads do says nothing of more. */
#include <pthread.h>

extern void reach_error (void);
unsigned next = 1;
static _Thread_local unsigned mine;       /* 0: none yet */

static void
__VERIFIER_atomic_draw (void)
{
  if (mine == 0) {
    mine = next;
    next = next + 1;
  }
}

static void *
work (void *unused)
{
  (void) unused;
  __VERIFIER_atomic_draw ();
  if (mine == 4)
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
