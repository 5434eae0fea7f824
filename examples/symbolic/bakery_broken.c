/* Lamport's bakery without waiting for the other one to choose: both may get the same number, and one of them does not see it.  */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { MOST = 3 };

static atomic_bool choosing[2];
static atomic_uchar number[2], inside;

static bool
goes_first (unsigned char me, unsigned char other)
{
  unsigned char theirs = atomic_load (&number[other]), mine = atomic_load (&number[me]);
  return theirs == 0 || mine < theirs || (mine == theirs && me < other);
}

static void *
worker (void *argument)
{
  unsigned char me = argument != NULL, other = !me;
  for (;;) {
    atomic_store (&choosing[me], true);
    unsigned char theirs = atomic_load (&number[other]);
    if (theirs < MOST)
      atomic_store (&number[me], theirs + 1);
    atomic_store (&choosing[me], false);
    if (theirs >= MOST)
      continue;
    while (!goes_first (me, other))
      ;
    assert (atomic_fetch_add (&inside, 1) == 0);
    atomic_fetch_sub (&inside, 1);
    atomic_store (&number[me], 0);
  }
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, &thread);
  worker (NULL);
  return 0;
}
