/* mazurka: ok */
/* main has waited at the variable, signalled it and initialised it before; where it joins it does not wait there. */
#include <pthread.h>
#include <semaphore.h>
static pthread_cond_t c;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t b;
static sem_t s;
static int ready;
static void *
wakes (void *a)
{
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  sem_post (&s);
  pthread_barrier_wait (&b);
  return a;
}
static void *destroys (void *a) { pthread_cond_destroy (&c), pthread_barrier_destroy (&b), sem_destroy (&s); pthread_mutex_destroy (&m); return a; }
int
main (void)
{
  pthread_t t;
  pthread_cond_init (&c, NULL), pthread_barrier_init (&b, NULL, 2), sem_init (&s, 0, 0);
  pthread_create (&t, NULL, wakes, NULL);
  pthread_mutex_lock (&m);
  while (!ready)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  sem_wait (&s);
  pthread_barrier_wait (&b);
  pthread_join (t, NULL);
  pthread_cond_signal (&c);
  pthread_create (&t, NULL, destroys, NULL);
  pthread_join (t, NULL);
}
