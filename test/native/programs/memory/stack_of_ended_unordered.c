/* mazurka: memory "may have ended by then" */
/* In the explored order the local is written before its thread ends; nothing makes that so. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *lent;

static void *
write_it (void *unused)
{
  pthread_mutex_lock (&m);
  sem_wait (&ready);
  pthread_mutex_unlock (&m);
  *lent = 1;
  return unused;
}

static void *
lend (void *unused)
{
  int local = 0;
  lent = &local;
  sem_post (&ready);
  pthread_mutex_lock (&m);        /* given up before the write */
  pthread_mutex_unlock (&m);
  pthread_exit (unused);
}

int
main (void)
{
  pthread_t first, second;
  sem_init (&ready, 0, 0);
  pthread_create (&first, NULL, write_it, NULL);
  pthread_create (&second, NULL, lend, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return 0;
}
