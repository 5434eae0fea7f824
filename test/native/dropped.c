/* One thread touches shared memory as TOUCH says, another writes it, or reads it (READS): a race, whatever
 * an optimising compiler would make of the access. */
#include <pthread.h>
#include <stdlib.h>

struct pair { int left, right; };
static int shared, array[4], zero, seen;
static struct pair pair, unused_pair;

static inline int
inlined (void)
{
  return shared;
}

__attribute__ ((noinline)) static int
called (void)
{
  return shared;
}

__attribute__ ((noinline, pure)) static int
declared_pure (void)
{
  return shared;
}

static void *
toucher (void *unused)
{
  int local = 0, never = zero;
  TOUCH;
  return (void) local, (void) never, (void) inlined, (void) called, (void) declared_pure, unused;
}

static void *
another (void *unused)
{
#ifdef READS
  seen = shared + array[1] + pair.left;
#else
  shared = array[1] = pair.left = 7;
#endif
  return unused;
}

int
main (void)
{
  pthread_t first, second;
  pthread_create (&first, NULL, toucher, NULL);
  pthread_create (&second, NULL, another, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return (void) unused_pair, (void) seen, 0;
}
