/* mazurka: assertion */
/* A choice inside a section is explored. */
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *
work (void *unused)
{
  mz_atomic_begin ();
  x = (int) mz_choose (3);
  mz_atomic_end ();
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  mz_atomic_begin ();
  int seen = x;
  mz_atomic_end ();
  mz_assert (seen != 2);
  pthread_join (t, NULL);
  return 0;
}
