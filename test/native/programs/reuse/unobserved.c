/* mazurka: ok, 1 execution */
/* Nobody compares an address: nothing comes back. */
#include <pthread.h>
#include <stdlib.h>
static void *f (void *u) { for (int i = 0; i < 3; i++) free (malloc (16)); return u; }
int main (void)
{
  pthread_t t, v;
  pthread_create (&t, 0, f, 0), pthread_create (&v, 0, f, 0);
  pthread_join (t, 0), pthread_join (v, 0);
  pthread_create (&t, 0, f, 0), pthread_join (t, 0);
}
