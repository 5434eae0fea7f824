/* mazurka: ok, 5 executions */
/* options: --por=none --preemptions=100 */
/* The one step has five places among the four of the other thread: no execution is left out, though no order can be seen. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static void *left (void *x) { a = 1; a = 2; return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, left, NULL);
  b = 1;
  pthread_join (t, NULL);
  return 0;
}
