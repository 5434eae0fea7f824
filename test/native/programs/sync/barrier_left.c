/* mazurka: ok, 3 executions */
/* A barrier may be destroyed as soon as it has opened: the destroy waits for threads that have not left it. */
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
  pthread_barrier_destroy (b);
  free (b);
  pthread_join (thread, NULL);
}
