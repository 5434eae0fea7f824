/* mazurka: ok */
/* The destructor of a key that was deleted does not run. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t gone, kept;
static int destroyed;

static void
destroy (void *value)
{
  destroyed += *(int *) value;
}

static void *
work (void *unused)
{
  static int one = 1, two = 2;
  pthread_setspecific (gone, &one);
  pthread_setspecific (kept, &two);
  pthread_key_delete (gone);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_key_create (&gone, destroy);
  pthread_key_create (&kept, destroy);
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  assert (destroyed == 2);
  return 0;
}
