/* mazurka: ok */
/* options: --stateful=on --por=dpor */
/* Plain writes that change something, and back, under a lock: that may be a server at work. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shown;
static void *
serve (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m);
    shown = !shown;
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, serve, NULL);
  pthread_join (t, NULL);
}
