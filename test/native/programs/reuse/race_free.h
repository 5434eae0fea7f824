/* A thread ends a block, END, in whose middle main may still be. In the only order that is executed main comes first:
 * nothing but the race tells. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
static char *block;
static int seen;
static void *end (void *u) { END; return u; }
int main (void)
{
  pthread_t t;
  block = BEGIN;
  block[AT] = 0;
  pthread_create (&t, 0, end, 0);
  TOUCH;
  pthread_join (t, 0);
  return seen;
}
