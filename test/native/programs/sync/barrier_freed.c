/* mazurka: memory "use after free" */
/* A barrier that is freed without a destroy: the other thread may not have left it. */
#include <pthread.h>
#include <stdlib.h>

static void *
arrive (void *b)
{
  pthread_barrier_wait (b);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  pthread_barrier_t *b = malloc (sizeof *b);
  pthread_barrier_init (b, NULL, 2);
  pthread_create (&thread, NULL, arrive, b);
  pthread_barrier_wait (b);
  free (b);
  pthread_join (thread, NULL);
}
