/* mazurka: unknown "different parts of" */
#include <pthread.h>
static union { int word; char byte[4]; } u;
static void *
work (void *unused)
{
  u.byte[3] = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  u.byte[0] = 5;
  pthread_join (t, NULL);
  return 0;
}
