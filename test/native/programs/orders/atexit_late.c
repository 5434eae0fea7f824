/* mazurka: assertion "reached" */
/* A thread that nobody joins registers a function while the process is already ending. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void late (void) { assert (!"reached"); }
static void *registers (void *u) { atexit (late); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, registers, NULL);
  pthread_detach (t);
}
