/* mazurka: ok */
/* options: --stateful=on --por=dpor */
/* What a thread changes on its own stack another one looks at: that may be a server at work. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int *_Atomic handed;
static void *
look (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m);
    while (*handed == 2) {}
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  volatile int local = 0;
  pthread_t t;
  handed = &local;
  pthread_create (&t, NULL, look, NULL);
  for (;;) {
    pthread_mutex_lock (&m);
    local = !local;
    pthread_mutex_unlock (&m);
  }
}
