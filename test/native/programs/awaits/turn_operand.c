/* mazurka: ok */
/* options: --cflags=-O2 */
/* What the exchange is given is in no register that calls keep: it is part of the state all the same. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int from, to;
static void *thread (void *u)
{
  while (atomic_exchange (&to, atomic_load (&from)) != 1)
    ;
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  atomic_store (&from, 1);
  pthread_join (t, NULL);
}
