/* mazurka: ok */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int tokens, sum;

static void *
work (void *unused)
{
  assert (eventfd_write (tokens, 2) == 0);
  assert (eventfd_write (sum, 5) == 0);
  return unused;
}

int
main (void)
{
  pthread_t t;
  eventfd_t value = 0;
  int empty = eventfd (0, EFD_NONBLOCK), full = eventfd (0, EFD_NONBLOCK);
  assert (read (empty, &value, sizeof value) == -1 && errno == EAGAIN);
  assert (read (empty, &value, 4) == -1 && errno == EINVAL);
  assert (eventfd_write (full, UINT64_MAX) == -1 && errno == EINVAL);
  assert (eventfd_write (full, UINT64_MAX - 1) == 0);
  assert (eventfd_write (full, 1) == -1 && errno == EAGAIN);
  assert (eventfd_read (full, &value) == 0 && value == UINT64_MAX - 1);
  tokens = eventfd (0, EFD_SEMAPHORE);
  sum = eventfd (3, 0);
  pthread_create (&t, NULL, work, NULL);
  assert (eventfd_read (tokens, &value) == 0 && value == 1);
  assert (eventfd_read (tokens, &value) == 0 && value == 1);
  assert (eventfd_read (sum, &value) == 0 && (value == 3 || value == 8));
  pthread_join (t, NULL);
}
