/* mazurka: assertion "0" */
/* A loop that sees other values each time goes on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *work (void *x)
{
  for (int i = 0; i < 2; i++) {
    while (turn != 1)
      ;
    turn = 2 + i;
  }
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  turn = 1;
  while (turn != 2)
    ;
  turn = 1;
  while (turn != 3)
    ;
  assert (0);
  return 0;
}
