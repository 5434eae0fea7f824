/* mazurka: assertion "seen" */
/* options: --por=optimal --preemptions=0 */
/* Overtaking the second store would be a preemption, overtaking both is none: the reduction has to try that as well. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, done;
static void *writes (void *x) { b = 1; a = 1; done++; return x; }
static void *reads (void *x) { int seen = a; assert (seen && "seen"); done++; return x; }
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, writes, NULL);
  pthread_create (&t[1], NULL, reads, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return done != 2;
}
