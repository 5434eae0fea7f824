/* mazurka: ok */
/* The frame of main grows from turn to turn; the calls are the same, and what they have left may look alike. */
#include <alloca.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *
set (void *argument)
{
  for (int i = 0; i < 4; i++)
    ((int *) argument)[i] = flag;
  return NULL;
}
int
main (void)
{
  for (int turn = 0; turn < 3; turn++) {
    pthread_t t;
    int *taken = alloca (4 * sizeof *taken);
    flag = turn;
    pthread_create (&t, NULL, set, taken);
    flag = 3;
    pthread_join (t, NULL);
  }
}
