/* mazurka: ok */
/* The same with a fence; who waits has the barrier of the kernel. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, waiters;

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
  atomic_thread_fence (memory_order_seq_cst);
  if (atomic_load_explicit (&waiters, memory_order_relaxed))
    futex (&word, FUTEX_WAKE_PRIVATE, 1);
  return NULL;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  atomic_store_explicit (&waiters, 1, memory_order_relaxed);
  futex (&word, FUTEX_WAIT_PRIVATE, 0);
  pthread_join (t, NULL);
}
