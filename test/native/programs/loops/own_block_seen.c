/* mazurka: ok */
/* options: --stateful=on */
/* A block that one thread has allocated goes to and fro, and another one looks at it: they may be at work. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *ball;
static void *plays (void *unused)
{
  int *mine = calloc (1, sizeof *mine);
  for (;;) {
    pthread_mutex_lock (&m);
    ball = mine;
    *mine = !*mine;
    pthread_mutex_unlock (&m);
  }
  return unused;
}
static void *watches (void *unused)
{
  for (;;) {
    pthread_mutex_lock (&m);
    int now = ball ? *ball : 0;
    pthread_mutex_unlock (&m);
    if (now == 2)
      break;
  }
  return unused;
}
int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, plays, NULL);
  pthread_create (&u, NULL, watches, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
