/* mazurka: ok */
/* One of two flags is set, and it is the second. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static void *sets (void *u) { atomic_store (&b, 1); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&a) && !atomic_load (&b))
    ;
  pthread_join (t, NULL);
}
