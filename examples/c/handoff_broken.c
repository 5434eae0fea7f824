/* Two consumers wait for an item. Who wakes up takes one without looking again: the
 * other consumer may have been quicker, and `if` should have been `while`. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int items;

static void *
consumer (void *unused)
{
  pthread_mutex_lock (&lock);
  if (items == 0)
    pthread_cond_wait (&some, &lock);
  items--;
  assert (items >= 0);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void
produce (void)
{
  pthread_mutex_lock (&lock);
  items++;
  pthread_cond_signal (&some);
  pthread_mutex_unlock (&lock);
}

int
main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, consumer, NULL);
  produce ();
  produce ();
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
