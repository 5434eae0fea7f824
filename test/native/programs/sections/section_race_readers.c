/* mazurka: data-race "race" */
/* Sections that only read what they have in common order nothing: x is written by two. */
#include <mazurka/mazurka.h>
#include <pthread.h>
int x;
int a;
struct { _Alignas (64) int a; } seen[2];
static void *
work (void *unused)
{
  mz_atomic_begin ();
  seen[0].a = a;
  mz_atomic_end ();
  x = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  x = 2;
  mz_atomic_begin ();
  seen[1].a = a;
  mz_atomic_end ();
  pthread_join (t, NULL);
  return 0;
}
