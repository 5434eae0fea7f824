/* mazurka: assertion "last" */
/* What the last turn that failed has found is remembered after the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *writes (void *u) { atomic_store (&x, 1); atomic_store (&x, 2); return u; }
int main (void)
{
  pthread_t t;
  int last = 0, now = 0;
  pthread_create (&t, NULL, writes, NULL);
  do {
    last = now;
    now = atomic_load (&x);
  } while (now != 2);
  assert (last == 0);
  pthread_join (t, NULL);
}
