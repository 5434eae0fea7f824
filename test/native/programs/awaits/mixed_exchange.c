/* mazurka: data-race */
/* A lock is read plainly by its holder; who waits writes it, even if only what is there. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static void *holds (void *u)
{
  while (atomic_exchange (&lock, 1))
    ;
  (void) *(volatile int *) &lock;
  atomic_store (&lock, 0);
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, holds, NULL);
  holds (NULL);
  pthread_join (t, NULL);
}
