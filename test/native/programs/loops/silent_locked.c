/* mazurka: livelock */
/* options: --stateful=on --por=dpor */
/* A plain write of what is there, in the step that takes the lock, changes nothing. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int *handed, kept;
static void *
wait_for_it (void *unused)
{
  int local = 0;
  handed = &local;
  while (!flag) {
    pthread_mutex_lock (&m);
    local = 0;
    kept = 0;
    pthread_mutex_unlock (&m);
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
