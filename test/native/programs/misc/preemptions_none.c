/* mazurka: unknown, 1 execution "with more preemptions" */
/* options: --por=none --preemptions=0 */
/* Who created the other goes on until it waits. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static void *left (void *x) { a = 1; a = 2; return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, left, NULL);
  b = 1;
  b = 2;
  pthread_join (t, NULL);
  return 0;
}
