/* mazurka: assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *top;
static void *swap (void *u) {
  pthread_mutex_lock (&m);
  int *old = top; top = 0; 
  pthread_mutex_unlock (&m);
  free (old);
  int *n = malloc (sizeof *n); *n = 2;
  pthread_mutex_lock (&m); top = n; pthread_mutex_unlock (&m);
  return u;
}
int main (void) {
  top = malloc (sizeof *top); *top = 1;
  pthread_t t;
  pthread_mutex_lock (&m); int *mine = top; pthread_mutex_unlock (&m);
  pthread_create (&t, 0, swap, 0);
  pthread_mutex_lock (&m);
  if (top == mine) assert (*top == 1);
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
}
