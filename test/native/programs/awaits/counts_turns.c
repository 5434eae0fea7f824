/* mazurka: assertion "turns" */
/* A loop that counts its turns does something else each time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *writes (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  unsigned turns = 0;
  pthread_create (&t, NULL, writes, NULL);
  while (!atomic_load (&x) && turns < 4)
    turns++;
  assert (turns != 3);
  pthread_join (t, NULL);
}
