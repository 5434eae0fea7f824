/* mazurka: ok */
/* A semaphore on the stack of a thread that waits for it. */
#include <pthread.h>
#include <semaphore.h>

static pthread_t second;

static void *
post (void *s)
{
  sem_post (s);
  return NULL;
}

static void *
lend (void *unused)
{
  sem_t local;
  sem_init (&local, 0, 0);
  pthread_create (&second, NULL, post, &local);
  sem_wait (&local);
  return unused;
}

int
main (void)
{
  pthread_t first;
  pthread_create (&first, NULL, lend, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return 0;
}
