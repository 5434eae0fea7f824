/* mazurka: assertion "ended" */
/* Functions of atexit are called in the order in which two threads have come to it: each is the first in some execution. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int ended;
static void ends (void) { ended = 1; }
static void needs (void) { assert (!ended); }
static void *first (void *u) { atexit (needs); return u; }
static void *second (void *u) { atexit (ends); return u; }
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}
