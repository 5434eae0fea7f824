/* A logger with a thread that writes lines until it is told to stop. main waits for
 * the thread before it frees what the thread uses. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct logger {
  pthread_mutex_t lock;
  bool stop;
  int lines;
};

static void *
writer (void *argument)
{
  struct logger *g = argument;
  bool stop = false;
  for (int i = 0; i < 2 && !stop; i++) {
    pthread_mutex_lock (&g->lock);
    g->lines++;
    stop = g->stop;
    pthread_mutex_unlock (&g->lock);
  }
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  struct logger *g = calloc (1, sizeof *g);
  pthread_mutex_init (&g->lock, NULL);
  pthread_create (&thread, NULL, writer, g);
  pthread_mutex_lock (&g->lock);
  g->stop = true;
  pthread_mutex_unlock (&g->lock);
  pthread_join (thread, NULL);
  pthread_mutex_destroy (&g->lock);
  free (g);
  return 0;
}
