/* mazurka: ok */
/* The two reads in the loop see different values when the store comes between
 * them; the loop goes on and must end in its next turn. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *
work (void *unused)
{
  (void) unused;
  atomic_store (&x, 1);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  while (!(atomic_load (&x) == 1 && atomic_load (&x) == 1))
    ;
  while (atomic_load (&x) != 1)
    ;
  pthread_join (t, NULL);
  return 0;
}
