/* mazurka: memory "use of a local variable of main, whose function has returned" */
/* The variable lay where the next call, one of an operation, has its frame. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_t t;
static atomic_int flag;
static void *
set (void *argument)
{
  while (!flag) {}
  *(int *) argument = 5;
  return NULL;
}
__attribute__ ((noinline)) static void
start (void)
{
  int local = 0;
  pthread_create (&t, NULL, set, &local);
}
int
main (void)
{
  start ();
  flag = 1;
  pthread_join (t, NULL);
}
