/* mazurka: ok */
/* Nobody passes a semaphore that is zero before it is posted. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int data;
static void *
writer (void *unused)
{
  data = 1;
  sem_post (&s);
  return unused;
}
int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, writer, NULL);
  sem_wait (&s);
  assert (data == 1);
  pthread_join (t, NULL);
  return 0;
}
