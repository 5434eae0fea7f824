/* mazurka: assertion "is_blocked" */
/* A turn that changes which signals are blocked, and nothing else: it matters after the loop. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <signal.h>
static atomic_int x;
static int is_blocked (void)
{
  sigset_t now;
  pthread_sigmask (SIG_SETMASK, NULL, &now);
  return sigismember (&now, SIGUSR1);
}
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  sigset_t some;
  sigemptyset (&some);
  sigaddset (&some, SIGUSR1);
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    pthread_sigmask (SIG_BLOCK, &some, NULL);
  assert (!is_blocked ());
  pthread_join (t, NULL);
}
