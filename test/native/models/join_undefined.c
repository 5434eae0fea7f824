/* mazurka: unknown "this pthread_join: not translated" */
#include <pthread.h>
static void *
run (void *given)
{
  return given;
}
int
main (void)
{
  pthread_t t;
  void **result;
  pthread_create (&t, 0, run, 0);
  pthread_join (t, result);
  return 0;
}
