/* mazurka: ok, 2 executions */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int x;
static void *
post (void *unused)
{
  (void) unused;
  x = 1;
  sem_post (&s);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  int value;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, post, NULL);
  if (sem_trywait (&s) == 0)
    assert (x == 1);
  else {
    assert (errno == EAGAIN);
    sem_wait (&s);
    assert (x == 1);
  }
  sem_getvalue (&s, &value);
  assert (value == 0);
  pthread_join (t, NULL);
  sem_destroy (&s);
  return 0;
}
