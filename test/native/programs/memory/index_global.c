/* mazurka: memory "index 4 is outside of an array of type 'int [4]'" */
/* The last of the array's elements may be one that is not there, and another variable's. */
#include <pthread.h>
#include <stdatomic.h>

static int all[4], other[4];
static atomic_int next;

static void *
fill (void *unused)
{
  (void) unused;
  for (int i = 0; i < 2; i++) {
    int n = atomic_fetch_add (&next, 1);
    all[n] = other[0];
  }
  atomic_fetch_add (&next, 1);
  return NULL;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, fill, NULL);
  fill (NULL);
  pthread_join (t, NULL);
}
