/* mazurka: ok, 1 execution */
/* Who waited in vain has waited as long as it wanted. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>
int main (void)
{
  sem_t s;
  struct timespec until, now;
  sem_init (&s, 0, 0);
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += 7;
  assert (sem_timedwait (&s, &until) == -1 && errno == ETIMEDOUT);
  clock_gettime (CLOCK_REALTIME, &now);
  assert (now.tv_sec >= until.tv_sec);
  return 0;
}
