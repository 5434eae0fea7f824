/* Objects that order threads: made, used and misused by one thread. */

#include "say.h"

#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static struct timespec past = {.tv_sec = 1}, bad = {.tv_nsec = 1000000000}, future = {.tv_sec = 4000000000};

static void
say_mutexes (void)
{
  pthread_mutex_t m;
  SAY (pthread_mutex_init (&m, NULL));
  SAY (pthread_mutex_lock (&m));
  SAY (pthread_mutex_trylock (&m));
  SAY (pthread_mutex_timedlock (&m, &past));
  SAY (pthread_mutex_timedlock (&m, &bad));
  SAY (pthread_mutex_clocklock (&m, CLOCK_MONOTONIC, &past));
  SAY (pthread_mutex_clocklock (&m, CLOCK_BOOTTIME, &past));
  SAY (pthread_mutex_clocklock (&m, 77, &past));
  SAY (pthread_mutex_unlock (&m));
  SAY (pthread_mutex_clocklock (&m, 77, &past));
  SAY (pthread_mutex_clocklock (&m, CLOCK_REALTIME, &bad));
  SAY (pthread_mutex_unlock (&m));
  SAY (pthread_mutex_destroy (&m));
}

static void
say_conditions (void)
{
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c;
  SAY (pthread_cond_init (&c, NULL));
  SAY (pthread_cond_signal (&c));
  SAY (pthread_cond_broadcast (&c));
  pthread_mutex_lock (&m);
  SAY (pthread_cond_timedwait (&c, &m, &past));
  SAY (pthread_cond_timedwait (&c, &m, &bad));
  SAY (pthread_cond_clockwait (&c, &m, CLOCK_MONOTONIC, &past));
  SAY (pthread_cond_clockwait (&c, &m, 77, &past));
  SAY (pthread_cond_clockwait (&c, &m, CLOCK_MONOTONIC, &bad));
  pthread_mutex_unlock (&m);
  SAY (pthread_cond_destroy (&c));
}

static void
say_rwlocks (void)
{
  pthread_rwlock_t l;
  SAY (pthread_rwlock_init (&l, NULL));
  SAY (pthread_rwlock_rdlock (&l));
  SAY (pthread_rwlock_tryrdlock (&l));
  SAY (pthread_rwlock_trywrlock (&l));
  SAY (pthread_rwlock_timedrdlock (&l, &past));
  SAY (pthread_rwlock_unlock (&l));
  SAY (pthread_rwlock_timedwrlock (&l, &past));
  SAY (pthread_rwlock_timedwrlock (&l, &bad));
  SAY (pthread_rwlock_clockrdlock (&l, CLOCK_MONOTONIC, &future));
  SAY (pthread_rwlock_clockrdlock (&l, 77, &future));
  SAY (pthread_rwlock_clockwrlock (&l, CLOCK_MONOTONIC, &past));
  SAY (pthread_rwlock_clockwrlock (&l, 77, &past));
  SAY (pthread_rwlock_unlock (&l));
  SAY (pthread_rwlock_unlock (&l));
  SAY (pthread_rwlock_unlock (&l));
  SAY (pthread_rwlock_wrlock (&l));
  SAY (pthread_rwlock_tryrdlock (&l));
  SAY (pthread_rwlock_trywrlock (&l));
  SAY (pthread_rwlock_rdlock (&l));
  SAY (pthread_rwlock_wrlock (&l));
  SAY (pthread_rwlock_unlock (&l));
  SAY (pthread_rwlock_destroy (&l));
}

static void
say_semaphores (void)
{
  sem_t s, *n;
  int value = 77;
  SAY (sem_init (&s, 0, (unsigned) SEM_VALUE_MAX + 1));
  SAY (sem_init (&s, 0, SEM_VALUE_MAX));
  SAY (sem_getvalue (&s, &value));
  SAY (value);
  SAY (sem_post (&s));
  SAY (sem_destroy (&s));
  SAY (sem_init (&s, 0, 1));
  SAY (sem_wait (&s));
  SAY (sem_trywait (&s));
  SAY (sem_timedwait (&s, &past));
  SAY (sem_timedwait (&s, &bad));
  SAY (sem_clockwait (&s, CLOCK_MONOTONIC, &past));
  SAY (sem_clockwait (&s, 77, &past));
  SAY (sem_clockwait (&s, CLOCK_MONOTONIC, &bad));
  SAY (sem_post (&s));
  SAY (sem_clockwait (&s, 77, &past));
  SAY (sem_timedwait (&s, &bad));
  SAY (sem_getvalue (&s, &value));
  SAY (value);
  SAY (sem_destroy (&s));
  sem_unlink ("/mazurka-calls");
  SAY (sem_open ("/mazurka-calls", 0) == SEM_FAILED);
  SAY (sem_open ("", O_CREAT, 0600, 1) == SEM_FAILED);
  SAY (sem_open ("/a/b", O_CREAT, 0600, 1) == SEM_FAILED);
  SAY (sem_open ("/mazurka-calls", O_CREAT, 0600, (unsigned) SEM_VALUE_MAX + 1) == SEM_FAILED);
  SAY ((n = sem_open ("/mazurka-calls", O_CREAT | O_EXCL, 0600, 2)) == SEM_FAILED);
  SAY (sem_open ("/mazurka-calls", O_CREAT | O_EXCL, 0600, 2) == SEM_FAILED);
  SAY (sem_open ("/mazurka-calls", 0) == n);
  SAY (sem_trywait (n));
  SAY (sem_getvalue (n, &value));
  SAY (value);
  SAY (sem_close (n));
  SAY (sem_close (n));
  SAY (sem_unlink ("/mazurka-calls"));
  SAY (sem_unlink ("/mazurka-calls"));
}

static void
say_other_objects (void)
{
  pthread_barrier_t b;
  pthread_spinlock_t s;
  SAY (pthread_barrier_init (&b, NULL, 0));
  SAY (pthread_barrier_init (&b, NULL, 1u << 31));
  SAY (pthread_barrier_init (&b, NULL, 1));
  SAY (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  SAY (pthread_barrier_destroy (&b));
  SAY (pthread_spin_init (&s, PTHREAD_PROCESS_PRIVATE));
  SAY (pthread_spin_lock (&s));
  SAY (pthread_spin_trylock (&s));
  SAY (pthread_spin_unlock (&s));
  SAY (pthread_spin_trylock (&s));
  SAY (pthread_spin_unlock (&s));
  SAY (pthread_spin_destroy (&s));
}

static void
say_c11 (void)
{
  static const int types[] = {mtx_plain, mtx_timed, mtx_recursive, mtx_timed | mtx_recursive, 77, -1};
  mtx_t m;
  cnd_t c;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    printf ("type %d\n", types[i]);
    SAY (mtx_init (&m, types[i]));
  }
  mtx_init (&m, mtx_timed);
  SAY (mtx_lock (&m));
  SAY (mtx_trylock (&m));
  SAY (mtx_timedlock (&m, &past));
  SAY (mtx_timedlock (&m, &bad));
  SAY (cnd_init (&c));
  SAY (cnd_signal (&c));
  SAY (cnd_broadcast (&c));
  SAY (cnd_timedwait (&c, &m, &past));
  SAY (cnd_timedwait (&c, &m, &bad));
  cnd_destroy (&c);
  SAY (mtx_unlock (&m));
  mtx_destroy (&m);
  mtx_init (&m, mtx_recursive);
  SAY (mtx_lock (&m));
  SAY (mtx_trylock (&m));
  SAY (mtx_unlock (&m));
  SAY (mtx_unlock (&m));
}

static void
say_queues (void)
{
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 8}, got, none = {0}, flags = {.mq_flags = O_NONBLOCK};
  char text[8];
  unsigned priority = 77;
  mq_unlink ("/mazurka-calls");
  SAY (mq_open ("/mazurka-calls", O_RDWR));
  SAY (mq_open ("mazurka-calls", O_RDWR | O_CREAT, 0600, &a));
  SAY (mq_open ("/mazurka-calls", O_RDWR | O_CREAT, 0600, &none));
  mqd_t q = mq_open ("/mazurka-calls", O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &a);
  SAY (q == -1);
  SAY (mq_open ("/mazurka-calls", O_RDWR | O_CREAT | O_EXCL, 0600, &a));
  SAY (mq_getattr (q, &got));
  SAY (got.mq_maxmsg * 100 + got.mq_msgsize * 10 + got.mq_curmsgs);
  SAY (got.mq_flags == O_NONBLOCK);
  SAY (mq_send (q, "a", 1, 1));
  SAY (mq_send (q, "b", 1, 5));
  SAY (mq_send (q, "c", 1, 1));
  SAY (mq_send (q, "123456789", 9, 1));
  SAY (mq_send (q, "c", 1, 40000));
  SAY (mq_timedsend (q, "c", 1, 1, &past));
  SAY (mq_receive (q, text, 7, &priority));
  SAY (mq_receive (q, text, 8, &priority));
  SAY (priority * 1000 + (unsigned char) text[0]);
  SAY (mq_timedreceive (q, text, 8, &priority, &bad));
  SAY (mq_receive (q, text, 8, NULL));
  SAY (mq_setattr (q, &none, &got));
  SAY (got.mq_flags == O_NONBLOCK);
  SAY (mq_timedreceive (q, text, 8, &priority, &past));
  SAY (mq_timedreceive (q, text, 8, &priority, &bad));
  SAY (mq_setattr (q, &flags, NULL));
  SAY (mq_receive (q, text, 8, NULL));
  SAY (mq_close (q));
  SAY (mq_close (q));
  SAY (mq_getattr (q, &got));
  SAY (mq_unlink ("/mazurka-calls"));
  SAY (mq_unlink ("/mazurka-calls"));
}

void
say_locks (void)
{
  say_mutexes ();
  say_conditions ();
  say_rwlocks ();
  say_semaphores ();
  say_other_objects ();
  say_c11 ();
  say_queues ();
}
