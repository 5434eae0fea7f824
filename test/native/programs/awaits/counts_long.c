/* mazurka: ok, 301 executions */
/* One execution for each number of reads before the store; none waits for ever. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int sum;
static void *reads (void *a) { int s = 0; for (int i = 0; i < 300; i++) s += atomic_load (&x); sum = s; return a; }
static void *writes (void *a) { atomic_store (&x, 1); return a; }
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, reads, NULL);
  pthread_create (&u, NULL, writes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
