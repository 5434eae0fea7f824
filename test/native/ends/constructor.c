/* A constructor that starts a thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t started;

static void *
routine (void *p)
{
  pthread_mutex_lock (&mutex);
  x++;
  pthread_mutex_unlock (&mutex);
  return p;
}

__attribute__ ((constructor)) static void
start (void)
{
  pthread_create (&started, NULL, routine, NULL);
#ifdef ABORT
  fprintf (stderr, "it does not start\n");
  abort ();
#endif
}

int
main (void)
{
#ifdef RACE
  x++;
#endif
  pthread_join (started, NULL);
  return x != 1;
}
