/* mazurka: ok */
/* A loop that waits for either of two variables goes on when the second changes. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, c;
static void *work (void *x)
{
  while (!a && !b && !c)
    ;
  return x;
}
int main (void)
{
  for (int which = 0; which < 3; which++) {
    pthread_t t;
    a = b = c = 0;
    pthread_create (&t, NULL, work, NULL);
    *(which == 0 ? &c : which == 1 ? &b : &a) = 1;
    pthread_join (t, NULL);
  }
  return 0;
}
