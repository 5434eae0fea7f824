/* mazurka: unknown "several variables at once" */
#include <pthread.h>
static struct { short a, b; } s;
static void *
work (void *unused)
{
  *(int *) &s = 5;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int b = s.b;
  if (b > 100)
    b += s.a;
  pthread_join (t, NULL);
  return b > 5;
}
