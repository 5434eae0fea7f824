/* mazurka: ok */
/* options: --trust=unseen_counts.c */
/* Loops that count where the checker does not see it, and end when they have counted enough. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag;
static long global;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long
more (long *count)
{
  long now;
  __asm__ volatile ("incq (%1)\n\tmovq (%1), %0" : "=r" (now) : "r" (count) : "memory");
  return now;
}
static void *
reads (void *count)
{
  while (!atomic_load (&flag))
    if (more (count) == 5)
      break;
  return count;
}
static void *
locks (void *count)
{
  for (long n = 0; n < 4; n = more (count)) {
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
  }
  return count;
}
static void *
yields (void *count)
{
  while (more (count) < 7)
    sched_yield ();
  return count;
}
int
main (void)
{
  pthread_t t[3];
  long local = 0, *block = calloc (1, sizeof *block);
  pthread_create (&t[0], 0, reads, &local);
  pthread_create (&t[1], 0, locks, block);
  pthread_create (&t[2], 0, yields, &global);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  long now;
  __asm__ volatile ("movq (%1), %0" : "=r" (now) : "r" (block) : "memory");
  assert (now == 4 && more (&local) == 6);
  free (block);
}
