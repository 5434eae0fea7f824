/* mazurka: ok */
/* As it should be: made, used by all, destroyed when all are done. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct all {pthread_mutex_t m; pthread_cond_t v; pthread_rwlock_t l; sem_t s; pthread_barrier_t b; int n;};
static void *
thread (void *arg)
{
  struct all *a = arg;
  pthread_mutex_lock (&a->m);
  a->n++;
  pthread_cond_broadcast (&a->v);
  pthread_mutex_unlock (&a->m);
  pthread_rwlock_rdlock (&a->l);
  pthread_rwlock_unlock (&a->l);
  sem_post (&a->s);
  pthread_barrier_wait (&a->b);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  struct all *a = malloc (sizeof *a);
  pthread_mutex_init (&a->m, NULL);
  pthread_cond_init (&a->v, NULL);
  pthread_rwlock_init (&a->l, NULL);
  sem_init (&a->s, 0, 0);
  pthread_barrier_init (&a->b, NULL, 2);
  a->n = 0;
  pthread_create (&t, NULL, thread, a);
  pthread_mutex_lock (&a->m);
  while (!a->n)
    pthread_cond_wait (&a->v, &a->m);
  pthread_mutex_unlock (&a->m);
  pthread_cond_destroy (&a->v);
  sem_wait (&a->s);
  pthread_barrier_wait (&a->b);
  pthread_join (t, NULL);
  pthread_mutex_destroy (&a->m);
  pthread_rwlock_destroy (&a->l);
  sem_destroy (&a->s);
  pthread_barrier_destroy (&a->b);
  free (a);
  return 0;
}
