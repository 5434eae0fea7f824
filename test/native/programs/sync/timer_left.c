/* mazurka: ok */
/* How much time is left of a timer goes by virtual time. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

int
main (void)
{
  struct itimerval new = {.it_value = {.tv_sec = 50}, .it_interval = {.tv_usec = 300}}, old, never = {0};
  signal (SIGALRM, SIG_IGN);
  assert (alarm (100) == 0);
  assert (alarm (200) == 100);
  sleep (30);
  assert (alarm (0) == 170);
  assert (alarm (0) == 0);
  alarm (1);
  sleep (2);
  assert (alarm (0) == 0);
  assert (!setitimer (ITIMER_REAL, &new, &old) && !old.it_value.tv_sec && !old.it_value.tv_usec);
  assert (!getitimer (ITIMER_REAL, &old) && old.it_value.tv_sec == 50 && old.it_interval.tv_usec == 300);
  assert (!getitimer (ITIMER_PROF, &old) && !old.it_value.tv_sec);
  sleep (60);
  assert (!setitimer (ITIMER_REAL, &never, &old) && !old.it_value.tv_sec && old.it_value.tv_usec > 0 && old.it_value.tv_usec <= 300);
  new.it_value.tv_usec = 1000000;
  assert (setitimer (ITIMER_REAL, &new, NULL) == -1 && errno == EINVAL);
  assert (alarm (0) == 0);
  return 0;
}
