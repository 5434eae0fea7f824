/* mazurka: ok, 36 executions */
/* Two rounds of three: every order of arrival, each time. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t b;
static int before[3], last[2];
static void *
work (void *argument)
{
  int me = *(int *) argument;
  before[me] = 1;
  if (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    last[0]++;
  assert (before[0] && before[1] && before[2]);
  if (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    last[1]++;
  return NULL;
}
int
main (void)
{
  pthread_t t[3];
  int number[] = {0, 1, 2};
  pthread_barrier_init (&b, NULL, 3);
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, work, &number[i]);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  assert (last[0] == 1 && last[1] == 1);
  pthread_barrier_destroy (&b);
  return 0;
}
