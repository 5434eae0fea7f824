/* mazurka: assertion "turns < 2" */
/* options: --max-events=60 */
/* A turn that registers a function with atexit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static int turns;
static void counts (void) { turns++; }
static void last (void) { assert (turns < 2); }
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  atexit (last);
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    atexit (counts);
  pthread_join (t, NULL);
}
