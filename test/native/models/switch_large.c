/* mazurka: assertion "x != 2" */
/* A switch of four hundred cases: what only a late one needs is kept. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
unsigned mz_choose (unsigned);
static atomic_int g;
static int h;
static void *
writer (void *arg)
{
  g = 395;
  return arg;
}
#define CASE(n) case n: h = n; break;
#define TEN(n) CASE (n##0) CASE (n##1) CASE (n##2) CASE (n##3) CASE (n##4) CASE (n##5) CASE (n##6) CASE (n##7) CASE (n##8) CASE (n##9)
#define HUNDRED(n) TEN (n##0) TEN (n##1) TEN (n##2) TEN (n##3) TEN (n##4) TEN (n##5) TEN (n##6) TEN (n##7) TEN (n##8)
int
main (void)
{
  pthread_t t;
  int x = (int) mz_choose (3);
  pthread_create (&t, NULL, writer, NULL);
  pthread_join (t, NULL);
  int k = g;
  switch (k) {
  HUNDRED (1) HUNDRED (2) HUNDRED (3) HUNDRED (4)
  case 395: assert (x != 2); break;
  default: h = 0;
  }
  return 0;
}
