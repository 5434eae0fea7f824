/* mazurka: ok */
/* Time goes on from one thread to another at a barrier and through an eventfd, and while poll waits in vain. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static pthread_barrier_t together;
static int event;

static int64_t
seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

static void *
work (void *unused)
{
  sleep (10);
  pthread_barrier_wait (&together);
  sleep (10);
  eventfd_write (event, 1);
  return unused;
}

int
main (void)
{
  pthread_t t;
  eventfd_t value;
  int64_t begin = seconds ();
  pthread_barrier_init (&together, NULL, 2);
  event = eventfd (0, 0);
  struct pollfd p = {.fd = event, .events = POLLIN};
  assert (poll (&p, 1, 5000) == 0 && seconds () - begin >= 5);
  pthread_create (&t, NULL, work, NULL);
  pthread_barrier_wait (&together);
  assert (seconds () - begin >= 15);
  eventfd_read (event, &value);
  assert (seconds () - begin >= 25);
  pthread_join (t, NULL);
  return 0;
}
