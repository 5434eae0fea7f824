/* mazurka: ok */
/* Who waits to get the block waits for the free, not for the mutex in it, which is destroyed before. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { pthread_mutex_t lock; };
static _Atomic (struct node *) old;
static void *f (void *u)
{
  struct node *n = malloc (sizeof *n);
  pthread_mutex_init (&n->lock, 0);
  atomic_store (&old, n);
  pthread_mutex_destroy (&n->lock);
  free (n);
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, f, 0);
  struct node *n = malloc (sizeof *n), *e = n;
  atomic_compare_exchange_strong (&old, &e, 0);
  pthread_join (t, 0);
  free (n);
}
