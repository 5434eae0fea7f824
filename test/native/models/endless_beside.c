/* mazurka: deadlock "T1 (worker) at line 7 can never continue" */
/* Beside a thread that runs on and on another one waits for ever. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static void *worker (void *x) { pthread_mutex_lock (&a); return x; }

int
main (void)
{
  pthread_t t;
  pthread_mutex_lock (&a);
  pthread_create (&t, NULL, worker, NULL);
  for (;;)
    ;
}
