/* mazurka: exit-status "the program ends with exit status 3" */
/* Whoever goes round for ever does not keep the process from ending. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int on;
static void *
serve (void *unused)
{
  for (;;)
    on = !on;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, serve, NULL);
  pthread_detach (t);
  return 3;
}
