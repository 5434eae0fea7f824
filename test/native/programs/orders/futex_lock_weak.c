/* mazurka: data-race */
/* A lock made of a futex that does not release: the kernel does not do it in its place. */
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

static long
futex (atomic_int *word, int operation, int value)
{
  return syscall (SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void
lock (void)
{
  int seen = 0;
  if (atomic_compare_exchange_strong_explicit (&word, &seen, 1, memory_order_acquire, memory_order_relaxed))
    return;
  while (atomic_exchange_explicit (&word, 2, memory_order_acquire))
    futex (&word, FUTEX_WAIT_PRIVATE, 2);
}

static void
unlock (void)
{
  if (atomic_exchange_explicit (&word, 0, memory_order_relaxed) == 2)
    futex (&word, FUTEX_WAKE_PRIVATE, 1);
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
