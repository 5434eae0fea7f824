/* mazurka: unknown "not translated" */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int g;
static void *
thread (void *arg)
{
  g = *(char *) arg;
  return NULL;
}
int
main (int argc, char **argv)
{
  pthread_t t, u;
  pthread_create (&u, NULL, thread, "");
  g = argc;
  if (g == 1)
    pthread_create (&t, NULL, thread, (void *) argv);
  return 0;
}
