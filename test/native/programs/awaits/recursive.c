/* mazurka: assertion "times < 6" */
/* A turn that locks a recursive mutex once more has changed something, though nobody else can tell. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  int times = 0;
  pthread_create (&t, NULL, sets, NULL);
  do
    pthread_mutex_trylock (&m);
  while (!atomic_load (&x));
  while (!pthread_mutex_unlock (&m))
    times++;
  assert (times < 6);
  pthread_join (t, NULL);
}
