/* mazurka: deadlock */
/* Two threads wait for each other; a third goes on for ever, and changes something. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int tick;
static void *
ticker (void *unused)
{
  for (;;)
    tick = !tick;
  return unused;
}
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *
first (void *unused)
{
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return unused;
}
static void *
second (void *unused)
{
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return unused;
}
int
main (void)
{
  pthread_t t, p, q;
  pthread_create (&t, NULL, ticker, NULL);
  pthread_detach (t);
  pthread_create (&p, NULL, first, NULL);
  pthread_create (&q, NULL, second, NULL);
  pthread_join (p, NULL);
  pthread_join (q, NULL);
}
