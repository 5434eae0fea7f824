/* mazurka: data-race */
/* An event that hands nothing over: after EAGAIN nothing has happened before. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int data;

static long
futex (atomic_int *word, int operation, int value)
{
  return syscall (SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void *
set (void *unused)
{
  (void) unused;
  data = 1;
  atomic_store_explicit (&word, 1, memory_order_relaxed);
  futex (&word, FUTEX_WAKE_PRIVATE, 1);
  return NULL;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  while (!atomic_load_explicit (&word, memory_order_acquire))
    futex (&word, FUTEX_WAIT_PRIVATE, 0);
  assert (data == 1);
  pthread_join (t, NULL);
}
