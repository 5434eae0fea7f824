/* mazurka: ok */
/* A condition variable may be destroyed as soon as its waiters were woken: the destroy waits for those that have not left it. */
#include <pthread.h>
#include <stdlib.h>

struct event { pthread_cond_t happened; int has; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
await (void *argument)
{
  struct event *e = argument;
  pthread_mutex_lock (&lock);
  if (!e->has)
    pthread_cond_wait (&e->happened, &lock);
  pthread_mutex_unlock (&lock);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  struct event *e = malloc (sizeof *e);
  pthread_cond_init (&e->happened, NULL);
  e->has = 0;
  pthread_create (&thread, NULL, await, e);
  pthread_mutex_lock (&lock);
  e->has = 1;
  pthread_cond_broadcast (&e->happened);
  pthread_cond_destroy (&e->happened);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  free (e);
}
