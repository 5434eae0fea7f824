/* mazurka: assertion "SIG_DFL" */
/* A turn that sets a signal's handler, which is kept outside of all threads. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <signal.h>
static atomic_int x;
static void handle (int number) { (void) number; }
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    signal (SIGUSR1, handle);
  assert (signal (SIGUSR1, SIG_IGN) == SIG_DFL);
  pthread_join (t, NULL);
}
