/* mazurka: data-race "atomically write" */
/* One side takes the variable for atomic, the other does not. */
#include <assert.h>
#include <pthread.h>

static int shared, seen;

static void *
writer (void *unused)
{
  __atomic_store_n (&shared, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *
reader (void *unused)
{
  seen = shared;
  return unused;
}

int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, reader, NULL);
  pthread_create (&u, NULL, writer, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  assert (!seen);
  return 0;
}
