/* mazurka: assertion "!of_a" */
/* options: --ends=off */
/* One waits, and two wake: who of them finds it is not ordered. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned word;

static void *
wait_once (void *unused)
{
  syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return unused;
}

static void *
wake (void *unused)
{
  return syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0) ? &word : unused;
}

int
main (void)
{
  pthread_t waiter, a, b;
  void *of_a, *of_b;
  pthread_create (&waiter, NULL, wait_once, NULL);
  pthread_create (&a, NULL, wake, NULL);
  pthread_create (&b, NULL, wake, NULL);
  pthread_join (a, &of_a);
  pthread_join (b, &of_b);
  assert (!of_a);
  return 0;
}
