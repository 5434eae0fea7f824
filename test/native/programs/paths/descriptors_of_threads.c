/* mazurka: ok */
/* Descriptors of every thread are below FD_SETSIZE, so that tables and select work. */
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
static int owner[FD_SETSIZE];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *me)
{
  int fds[2];
  fd_set set;
  char byte = 'x';
  if (pipe (fds))
    return NULL;
  assert (fds[0] < FD_SETSIZE && fds[1] < FD_SETSIZE);
  pthread_mutex_lock (&mutex);
  assert (!owner[fds[0]] && !owner[fds[1]]);
  owner[fds[0]] = owner[fds[1]] = *(int *) me;
  pthread_mutex_unlock (&mutex);
  assert (write (fds[1], &byte, 1) == 1);
  FD_ZERO (&set);
  FD_SET (fds[0], &set);
  assert (select (fds[0] + 1, &set, NULL, NULL, NULL) == 1 && FD_ISSET (fds[0], &set));
  for (int i = 0; i < 10; i++)    /* more than have low numbers */
    assert (dup (fds[0]) >= 0);
  return NULL;
}
int
main (void)
{
  static int ids[] = {1, 2};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
