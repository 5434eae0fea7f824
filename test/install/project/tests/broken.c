#include "counter.h"

#include <assert.h>
#include <pthread.h>

static void *
work (void *argument)
{
  counter_add_fast (1);
  return argument;
}

int
main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  assert (counter_value () == 2);
}
