/* mazurka: assertion "two threads" */
/* Ids in a structure of integers. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static struct { uint64_t who; } seen[2];
static void *
enters (void *which)
{
  seen[(long) which].who = (uint64_t) pthread_self ();
  return which;
}
int
main (void)
{
  pthread_t t;
  for (long i = 0; i < 2; i++) {
    pthread_create (&t, 0, enters, (void *) i);
    pthread_join (t, 0);
  }
  assert (seen[0].who != seen[1].who && "two threads");
  return 0;
}
