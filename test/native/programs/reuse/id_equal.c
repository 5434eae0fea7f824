/* mazurka: assertion "pthread_equal" */
#include <assert.h>
#include <pthread.h>
static void *f (void *u) { return u; }
int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, f, 0), pthread_join (a, 0);
  pthread_create (&b, 0, f, 0), pthread_join (b, 0);
  assert (!pthread_equal (a, b));
}
