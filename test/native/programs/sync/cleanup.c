/* mazurka: ok, 1 execution */
#include <assert.h>
#include <pthread.h>
static int trail;
static void
note (void *digit)
{
  trail = 10 * trail + *(int *) digit;
}
static void *
work (void *unused)
{
  int one = 1, two = 2;
  pthread_cleanup_push (note, &one);
  pthread_cleanup_push (note, &two);
  pthread_exit (unused);
  pthread_cleanup_pop (0);
  pthread_cleanup_pop (0);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  assert (trail == 21);
  return 0;
}
