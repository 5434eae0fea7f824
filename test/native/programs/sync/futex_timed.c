/* mazurka: ok */
/* A wait that is over by its time, is woken, or finds another value; wrong arguments. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;

static void *
work (void *unused)
{
  (void) unused;
  long n = syscall (SYS_futex, &word, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, 1);
  assert (n == 0);                /* it waits for another bit */
  n = syscall (SYS_futex, &word, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, 6);
  assert (n == 0 || n == 1);
  return (void *) n;
}

int
main (void)
{
  pthread_t t;
  struct timespec now, bad = {0, 1000000000}, soon = {0, 1000};
  void *woken;
  assert (syscall (SYS_futex, &word, FUTEX_WAIT, 0, &bad, NULL, 0) == -1 && errno == EINVAL);
  assert (syscall (SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
  assert (syscall (SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 0) == -1 && errno == EINVAL);
  assert (syscall (SYS_futex, &word, FUTEX_WAIT, 0, &soon, NULL, 0) == -1 && errno == ETIMEDOUT);
  pthread_create (&t, NULL, work, NULL);
  clock_gettime (CLOCK_MONOTONIC, &now);
  now.tv_sec++;
  long r = syscall (SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &now, NULL, 2);
  int error = errno;
  pthread_join (t, &woken);
  assert (woken ? r == 0 : r == -1 && error == ETIMEDOUT);
}
