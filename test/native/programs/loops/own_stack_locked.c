/* mazurka: livelock */
/* options: --stateful=on --por=dpor */
/* What a thread changes on its own stack, where nobody else looks, will let nobody go on. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int *handed;
static void *
wait_for_it (void *unused)
{
  int local = 0;
  handed = &local;
  while (!flag) {
    pthread_mutex_lock (&m);
    local = 1;
    pthread_mutex_unlock (&m);
    local = 0;
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, wait_for_it, NULL);
  pthread_join (t, NULL);
}
