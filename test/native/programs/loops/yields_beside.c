/* mazurka: assertion "n != 3" */
/* Beside a thread that only yields the others go on. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int n;
static void *runs (void *unused)
{
  atomic_fetch_add (&n, 1);
  for (;;)
    sched_yield ();
  return unused;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, runs, NULL);
  pthread_create (&b, NULL, runs, NULL);
  pthread_detach (a);
  pthread_detach (b);
  atomic_fetch_add (&n, 1);
  assert (n != 3);
}
