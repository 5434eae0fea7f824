/* mazurka: ok, 6 executions */
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t l;
static int x;
static void *
add (void *unused)
{
  (void) unused;
  pthread_spin_lock (&l);
  x++;
  pthread_spin_unlock (&l);
  return NULL;
}
int
main (void)
{
  pthread_t t[3];
  pthread_spin_init (&l, 0);
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  assert (x == 3);
  pthread_spin_destroy (&l);
  return 0;
}
