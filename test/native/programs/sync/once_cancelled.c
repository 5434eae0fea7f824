/* mazurka: ok */
/* A routine that was cancelled, or whose thread ended in it, has not been run (POSIX). */
#include <assert.h>
#include <pthread.h>
#include <threads.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int runs, calls;
static void ends (void)
{
  if (!runs++) {
    pthread_cancel (pthread_self ());
    pthread_testcancel ();
  }
}
static void exits (void)
{
  if (!calls++)
    pthread_exit (NULL);
}
static void *work (void *x)
{
  if (x)
    pthread_once (&once, ends);
  else
    call_once (&flag, exits);
  return x;
}
int main (void)
{
  for (int i = 0; i < 3; i++) {
    pthread_t a, b;
    pthread_create (&a, NULL, work, &once);
    pthread_join (a, NULL);
    pthread_create (&b, NULL, work, NULL);
    pthread_join (b, NULL);
  }
  assert (runs == 2 && calls == 2);
  return 0;
}
