/* A server that waits for a condition, a client that goes on for ever. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 1 0  <> served
 *   1 1 0  [] (asked -> <> served)
 *   1 1 1  [] (served -> asked)
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int asked, served;
static void *
server (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m);
    while (!asked)
      pthread_cond_wait (&c, &m);
    served = 1;
    asked = 0;
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, server, NULL);
  pthread_mutex_lock (&m);
  asked = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  for (;;) {
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
  }
}
