/* mazurka: ok, 6 executions */
/* A socket needs a process for each execution, in which nothing can start again when the first section is met. */
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int a, b;

static void *
move (void *unused)
{
  mz_atomic_begin ();
  a++;
  b++;
  mz_atomic_end ();
  return unused;
}

int
main (void)
{
  pthread_t t[2];
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, move, NULL);
  mz_atomic_begin ();
  assert (a == b);
  mz_atomic_end ();
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  close (fd);
  return 0;
}
