/* mazurka: data-race */
/* Only a turn that waits on reads what the other thread writes before it lets it go. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go;
static volatile int progress;
static void *writes (void *u) { progress = 1; atomic_store (&go, 1); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, writes, NULL);
  while (!atomic_load (&go))
    (void) progress;
  pthread_join (t, NULL);
}
