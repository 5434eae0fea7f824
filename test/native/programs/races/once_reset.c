/* mazurka: data-race "uses it" */
/* A plain write of what pthread_once uses, with nothing between the two. */
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void f (void) {}
static void *uses (void *a) { pthread_once (&once, f); return a; }
static void *resets (void *a) { once = (pthread_once_t) PTHREAD_ONCE_INIT; return a; }
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, uses, NULL);
  pthread_create (&u, NULL, resets, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
