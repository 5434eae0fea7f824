/* mazurka: livelock */
/* options: --trust=unseen_polling.c --all --max-events=2000 */
/* The program has assembly, not in the loop: taking the lock and giving it back is all that an iteration does. */
#include <pthread.h>
#include <sched.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static unsigned set, x;
static long counter;
static void *
poll (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m[0]);
    pthread_rwlock_rdlock (&l);
    unsigned s = set;
    pthread_rwlock_unlock (&l);
    pthread_mutex_unlock (&m[0]);
    if (s)
      return unused;
    sched_yield ();
  }
}
static void *
work (void *unused)
{
  pthread_mutex_lock (&m[0]);
  pthread_mutex_lock (&m[1]);
  x++;
  pthread_mutex_unlock (&m[1]);
  pthread_mutex_unlock (&m[0]);
  return unused;
}
static void *
other (void *unused)
{
  if (!pthread_mutex_trylock (&m[1])) {
    x++;
    pthread_mutex_unlock (&m[1]);
  }
  return unused;
}
int
main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], 0, poll, 0);
  pthread_create (&t[1], 0, work, 0);
  pthread_create (&t[2], 0, other, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  __asm__ volatile ("incq (%0)" : : "r" (&counter) : "memory");
}
