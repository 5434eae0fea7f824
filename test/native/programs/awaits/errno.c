/* mazurka: assertion "errno" */
/* A turn that changes errno alone, by a call that fails: it matters after the loop. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  errno = 0;
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    close (-1);
  assert (errno == 0);
  pthread_join (t, NULL);
}
