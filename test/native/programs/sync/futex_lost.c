/* mazurka: deadlock */
/* The waiter does not say that it waits, so that nobody wakes it. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int count;

static void
lock (void)
{
  int seen = 0;
  if (atomic_compare_exchange_strong (&word, &seen, 1))
    return;
  while (atomic_exchange (&word, 1)) {
    long r = syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
    assert (r == 0 || errno == EAGAIN);
  }
}

static void
unlock (void)
{
  if (atomic_exchange (&word, 0) == 2)
    syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *
work (void *unused)
{
  (void) unused;
  lock ();
  count++;
  unlock ();
  return NULL;
}

int
main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
  work (NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (count == 3);
}
