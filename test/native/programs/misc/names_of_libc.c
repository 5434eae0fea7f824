/* mazurka: ok, 2 executions */
/* A program may call its own functions and variables as libc calls functions of
 * which it makes no use. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int random, pause;
void
wait (void)
{
  pthread_mutex_lock (&m);
  random++;
  pthread_mutex_unlock (&m);
}
int
pipe (int a, int b)
{
  return a - b;
}
static void *
signal (void *unused)
{
  wait ();
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, signal, NULL);
  wait ();
  pthread_join (t, NULL);
  return pipe (random, 2) + pause;
}
