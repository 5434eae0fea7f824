/* mazurka: ok, 8 executions */
/* options: --trust=unseen_beside.c */
/* The program has assembly: whether a loop has changed memory must not depend on what others do beside it. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static atomic_uchar flag;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t t[3];
static long counter;
static void *
sets (void *unused)
{
  for (int i = 0; i < 3; i++) {
    pthread_rwlock_rdlock (&l);
    atomic_exchange (&flag, 1);
    pthread_rwlock_unlock (&l);
  }
  return unused;
}
static void *
creates (void *unused)
{
  pthread_create (&t[2], 0, sets, 0);
  pthread_rwlock_rdlock (&l);
  pthread_rwlock_unlock (&l);
  atomic_store (&done, 1);
  return unused;
}
static void *
clears (void *unused)
{
  atomic_store (&flag, 0);
  return unused;
}
int
main (void)
{
  pthread_create (&t[0], 0, creates, 0);
  pthread_create (&t[1], 0, clears, 0);
  pthread_join (t[1], 0);
  while (!atomic_load (&done))
    ;
  pthread_join (t[2], 0);
  pthread_join (t[0], 0);
  __asm__ volatile ("incq (%0)" : : "r" (&counter) : "memory");
}
