/* mazurka: assertion "!fcntl" */
/* Whether the other thread has set the flag by then is not ordered. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *
set (void *unused)
{
  fcntl (p[0], F_SETFD, FD_CLOEXEC);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pipe (p);
  pthread_create (&t, NULL, set, NULL);
  assert (!fcntl (p[0], F_GETFD));
  pthread_join (t, NULL);
  return 0;
}
