/* mazurka: assertion */
#include <assert.h>
#include <pthread.h>
static pthread_t seen[2]; 
static void *f (void *u) { seen[(long) u] = pthread_self (); return 0; }
int main (void) {
  pthread_t a;
  pthread_create (&a, 0, f, (void *) 0), pthread_join (a, 0);
  pthread_create (&a, 0, f, (void *) 1), pthread_join (a, 0);
  assert (seen[0] != seen[1]);
}
