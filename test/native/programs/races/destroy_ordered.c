/* mazurka: ok */
/* POSIX lets the last one destroy what it alone still uses, at once. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
struct shared { pthread_mutex_t m; sem_t s; pthread_barrier_t b; pthread_cond_t c; pthread_rwlock_t l; int uses, there; };
static _Atomic (struct shared *) made;
static void
leave (struct shared *p)
{
  pthread_mutex_lock (&p->m);
  int last = !--p->uses;
  pthread_mutex_unlock (&p->m);
  if (last) {
    pthread_mutex_destroy (&p->m);
    pthread_cond_destroy (&p->c);
    pthread_rwlock_destroy (&p->l);
  }
}
static void *
work (void *unused)
{
  struct shared *p = atomic_load_explicit (&made, memory_order_acquire);
  if (!p)
    return unused;
  pthread_rwlock_rdlock (&p->l);
  pthread_rwlock_unlock (&p->l);
  pthread_mutex_lock (&p->m);
  p->there = 1;
  pthread_cond_signal (&p->c);
  pthread_mutex_unlock (&p->m);
  leave (p);
  return unused;
}
static void *
other (void *a)
{
  struct shared *p = a;
  sem_post (&p->s);
  if (pthread_barrier_wait (&p->b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy (&p->b);
  return NULL;
}
int
main (void)
{
  static struct shared s;
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_init (&s.m, NULL);
  sem_init (&s.s, 0, 0);
  pthread_barrier_init (&s.b, NULL, 2);
  pthread_cond_init (&s.c, NULL);
  pthread_rwlock_init (&s.l, NULL);
  s.uses = 1;
  pthread_create (&u, NULL, other, &s);
  sem_wait (&s.s);
  sem_destroy (&s.s);
  if (pthread_barrier_wait (&s.b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy (&s.b);
  pthread_join (u, NULL);
  atomic_store_explicit (&made, &s, memory_order_release);
  pthread_join (t, NULL);
  return 0;
}
