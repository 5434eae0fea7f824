/* mazurka: ok, 3 executions */
/* Each thread starts without values, in every execution; destructors run as long as they leave values. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_key_t key, plain;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int destroyed;
static void destroy (void *value)
{
  pthread_mutex_lock (&m);
  destroyed++;
  pthread_mutex_unlock (&m);
  if (value == (void *) 2)
    pthread_setspecific (key, (void *) 1);   /* once more */
}
static void *work (void *x)
{
  assert (!pthread_getspecific (key) && !pthread_getspecific (plain));
  pthread_setspecific (key, x);
  pthread_setspecific (plain, x);
  assert (pthread_getspecific (key) == x);
  return NULL;
}
int main (void)
{
  pthread_t a, b;
  pthread_key_create (&key, destroy);
  pthread_key_create (&plain, NULL);
  pthread_create (&a, NULL, work, (void *) 2);
  pthread_create (&b, NULL, work, (void *) 1);
  assert (!pthread_getspecific (key));
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (destroyed == 3);
  return 0;
}
