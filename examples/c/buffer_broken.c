/* A buffer for one item, two producers and two consumers. A thread that was
 * woken believes what it was told: by then another may have been faster. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int full, item;

static void *
produce (void *argument)
{
  pthread_mutex_lock (&mutex);
  if (full)
    pthread_cond_wait (&not_full, &mutex);
  assert (!full);
  item = (int) (long) argument;
  full = 1;
  pthread_cond_signal (&not_empty);
  pthread_mutex_unlock (&mutex);
  return NULL;
}

static void *
consume (void *argument)
{
  (void) argument;
  pthread_mutex_lock (&mutex);
  if (!full)
    pthread_cond_wait (&not_empty, &mutex);
  assert (full);
  full = 0;
  pthread_cond_signal (&not_full);
  pthread_mutex_unlock (&mutex);
  return NULL;
}

int
main (void)
{
  pthread_t thread[4];
  pthread_create (&thread[0], NULL, produce, (void *) 1);
  pthread_create (&thread[1], NULL, produce, (void *) 2);
  pthread_create (&thread[2], NULL, consume, NULL);
  pthread_create (&thread[3], NULL, consume, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
