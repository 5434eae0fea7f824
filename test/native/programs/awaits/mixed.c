/* mazurka: data-race */
/* What is polled is written plainly, by who then lets the loop go. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state;
static void *writes (void *u) { *(int *) &state = 1; atomic_store (&state, 2); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, writes, NULL);
  while (atomic_load (&state) != 2)
    ;
  pthread_join (t, NULL);
}
