/* mazurka: ok, 10 executions */
/* Who reads from an empty pipe waits for who writes; the end comes when all
 * writers have closed it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2], pair[2];
static void *
reader (void *unused)
{
  char all[8];
  ssize_t n, got = 0;
  while ((n = read (ends[0], all + got, 1)) == 1)
    got++;
  assert (n == 0 && got == 2);
  assert (write (pair[1], "done", 4) == 4);
  return unused;
}
static void *
writer (void *byte)
{
  assert (write (ends[1], byte, 1) == 1);
  return NULL;
}
int
main (void)
{
  pthread_t r, a, b;
  char answer[4];
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, pair))
    abort ();
  pthread_create (&r, NULL, reader, NULL);
  pthread_create (&a, NULL, writer, "a");
  pthread_create (&b, NULL, writer, "b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  close (ends[1]);
  assert (read (pair[0], answer, 4) == 4);
  pthread_join (r, NULL);
  return 0;
}
