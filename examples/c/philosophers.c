/* Dining philosophers. Forks are taken in the order of their numbers: nobody waits in a circle. */
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_[N];
static int meals[N];

static void *
philosopher (void *argument)
{
  int i = (int) (long) argument;
  int first = i, second = (i + 1) % N;
  if (first > second) {
    int swap = first;
    first = second;
    second = swap;
  }
  pthread_mutex_lock (&fork_[first]);
  pthread_mutex_lock (&fork_[second]);
  meals[i]++;
  pthread_mutex_unlock (&fork_[second]);
  pthread_mutex_unlock (&fork_[first]);
  return NULL;
}

int
main (void)
{
  pthread_t thread[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init (&fork_[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, philosopher, (void *) i);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  printf ("philosopher 0 has eaten %d times\n", meals[0]);
  return 0;
}
