/* mazurka: assertion */
/* Which of two keys has the smaller number is decided by who makes its key first. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t keys[2];

static void *
make (void *key)
{
  pthread_key_create (key, NULL);
  return NULL;
}

int
main (void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, make, &keys[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  assert (keys[0] < keys[1]);
  return 0;
}
