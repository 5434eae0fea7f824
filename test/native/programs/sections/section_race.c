/* mazurka: data-race "race" */
/* Sections that have nothing in common order nothing: x is written by two. */
#include <mazurka/mazurka.h>
#include <pthread.h>
int x;
static _Alignas (64) int a, b[16];
static void *
work (void *unused)
{
  mz_atomic_begin ();
  a++;
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
  b[15]++;
  mz_atomic_end ();
  pthread_join (t, NULL);
  return 0;
}
