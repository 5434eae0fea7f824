/* mazurka: ok, 24 executions */
/* What threads wrote to thread-local variables and allocated is gone when another execution begins. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static _Thread_local int mine;
static atomic_int order;
static int *first[4];

static void *
run (void *argument)
{
  int i = (int) (intptr_t) argument;
  assert (mine == 0);
  mine = 1 + i;
  int *block = malloc (sizeof *block);
  *block = i;
  first[i] = block;
  atomic_fetch_add (&order, 1);
  assert (mine == 1 + i && *block == i && first[i] == block);
  free (block);
  return NULL;
}

int
main (void)
{
  pthread_t thread[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, run, (void *) i);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
