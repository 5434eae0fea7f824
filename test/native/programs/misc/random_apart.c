/* mazurka: data-race "random" */
/* rand and srand need not be safe for threads (C17 7.22.2.1, POSIX). */
#include <pthread.h>
#include <stdlib.h>
static void *work (void *x)
{
  srand (5);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int n = rand ();
  pthread_join (t, NULL);
  return n < 0;
}
