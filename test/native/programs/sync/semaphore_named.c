/* mazurka: ok */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int data;

static void *
work (void *unused)
{
  sem_t *s = sem_open ("/mazurka-test", O_CREAT, 0600, 0);
  assert (s != SEM_FAILED);
  data = 1;
  sem_post (s);
  sem_close (s);
  return unused;
}

int
main (void)
{
  pthread_t t;
  int value;
  assert (sem_open ("/mazurka-test", 0) == SEM_FAILED && errno == ENOENT);
  assert (sem_unlink ("/mazurka-test") == -1 && errno == ENOENT);
  assert (sem_open ("/a/b", O_CREAT, 0600, 0) == SEM_FAILED && errno == EINVAL);
  pthread_create (&t, NULL, work, NULL);
  sem_t *s = sem_open ("/mazurka-test", O_CREAT, 0600, 0);
  sem_wait (s);
  assert (data == 1);
  assert (sem_open ("/mazurka-test", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  assert (sem_open ("/mazurka-test", O_CREAT, 0600, 9) == s);
  assert (sem_getvalue (s, &value) == 0 && value == 0);
  pthread_join (t, NULL);
  assert (sem_close (s) == 0 && sem_close (s) == 0);
  assert (sem_unlink ("/mazurka-test") == 0);
  assert (sem_open ("/mazurka-test", 0) == SEM_FAILED && errno == ENOENT);
}
