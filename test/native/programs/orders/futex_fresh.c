/* mazurka: ok */
/* The word was handed over before the futex wait. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, later;

static long
futex (atomic_int *word, int operation, int value)
{
  return syscall (SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void *
set (void *unused)
{
  (void) unused;
  atomic_store_explicit (&word, 1, memory_order_relaxed);
  atomic_store_explicit (&later, 1, memory_order_release);
  return NULL;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  if (atomic_load_explicit (&later, memory_order_acquire)) {
    long r = futex (&word, FUTEX_WAIT_PRIVATE, 0);
    assert (r == -1 && errno == EAGAIN);
  }
  pthread_join (t, NULL);
}
