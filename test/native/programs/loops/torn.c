/* mazurka: ok */
/* What is read twice in a turn, and differs, is no reason to wait for ever. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
static atomic_int x;
static void *work (void *unused)
{
  for (int i = 0; i < 3; i++) {
    x = 1;
    x = 0;
  }
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  while (x != x)
    ;
  pthread_join (t, NULL);
  return 0;
}
