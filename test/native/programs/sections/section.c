/* mazurka: ok, 2 executions */
/* What is inside a section is one step: the other thread sees both or none. */
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *
work (void *unused)
{
  mz_atomic_begin ();
  x++;
  y++;
  mz_atomic_end ();
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  mz_atomic_begin ();
  assert (x == y);
  mz_atomic_end ();
  pthread_join (t, NULL);
  assert (x == 1);
  return 0;
}
