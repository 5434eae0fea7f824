/* mazurka: ok */
/* options: --stateful=on --por=dpor */
/* What is copied by a call changes something, in each turn another thing: a server may be at work. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static char shown[100], texts[2][100] = {"one", "two"};
static void *
wait_for_it (void *unused)
{
  for (int i = 0; !flag; i = !i) {
    pthread_mutex_lock (&m);
    memcpy (shown, texts[i], sizeof shown);
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
