/* mazurka: assertion "sum != 3" */
/* options: --cflags=-O1 */
/* A loop that counts is no wait. What it has counted is in a register, and after two turns the same two numbers may
 * stand in two registers the other way round. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int sum;
static void *reads (void *a) { int s = 0; for (int i = 0; i < 3; i++) s += atomic_load (&x); sum = s; return a; }
static void *writes (void *a) { atomic_store (&x, 1); return a; }
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, reads, NULL);
  pthread_create (&u, NULL, writes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  assert (sum != 3);
}
