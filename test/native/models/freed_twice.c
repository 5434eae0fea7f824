/* mazurka: memory "freed already" */
#include <pthread.h>
#include <stdlib.h>
static int *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  free (block);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t[2];
  block = malloc (sizeof *block);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
