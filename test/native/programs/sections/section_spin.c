/* mazurka: ok, 6 executions */
/* Tickets by atomic sections, and nobody waits for the threads at the end. */
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint served;
static unsigned next;
static void *
work (void *unused)
{
  mz_atomic_begin ();
  unsigned mine = next++;
  mz_atomic_end ();
  while (mine != served)
    ;
  served++;
  return unused;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, NULL);
  work (NULL);
  return 0;
}
