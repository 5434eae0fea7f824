/* mazurka: ok */
/* A semaphore counts; who tries at zero is refused. */
#include <assert.h>
#include <semaphore.h>
static sem_t s;
int
main (void)
{
  int value;
  sem_init (&s, 0, 2);
  sem_getvalue (&s, &value);
  assert (value == 2);
  sem_wait (&s);
  assert (sem_trywait (&s) == 0);
  assert (sem_trywait (&s) == -1);
  sem_post (&s);
  sem_getvalue (&s, &value);
  assert (value == 1);
  return 0;
}
