/* mazurka: ok */
/* One busy wait after another, at different places. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *
work (void *unused)
{
  (void) unused;
  atomic_store (&x, 1);
  atomic_store (&y, 1);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  while (!atomic_load (&x))
    ;
  while (!atomic_load (&y))
    ;
  pthread_join (t, NULL);
  return 0;
}
