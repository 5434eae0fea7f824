/* mazurka: data-race|memory */
/* The block is freed under who polls it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *polls (void *p) { while (atomic_load ((atomic_int *) p) != 1) ; return p; }
int main (void)
{
  pthread_t t;
  atomic_int *p = calloc (1, sizeof *p);
  pthread_create (&t, NULL, polls, p);
  free (p);
  pthread_join (t, NULL);
}
