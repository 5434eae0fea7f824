/* mazurka: assertion "before" */
/* The same with one location that is read twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *writes (void *u)
{
  atomic_store (&x, 1);
  atomic_store (&x, 2);
  atomic_store (&x, 3);
  return u;
}
int main (void)
{
  pthread_t t;
  int before, after;
  pthread_create (&t, NULL, writes, NULL);
  do {
    before = atomic_load (&x);
    after = atomic_load (&x);
  } while (!(before == 1 && after == 2) && after != 3);
  assert (before == after);
  pthread_join (t, NULL);
}
