/* mazurka: assertion "first" */
/* Posts near SEM_VALUE_MAX do not commute: who comes second finds no room. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int first, second;

static void *
post (void *result)
{
  *(int *) result = sem_post (&s);
  return NULL;
}

int
main (void)
{
  pthread_t a, b;
  sem_init (&s, 0, SEM_VALUE_MAX - 1);
  pthread_create (&a, NULL, post, &first);
  pthread_create (&b, NULL, post, &second);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (first == 0);
  return 0;
}
