/* mazurka: unknown "a mutex with a priority ceiling" */
#define _GNU_SOURCE
#include <pthread.h>

int
main (void)
{
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_setprotocol (&a, PTHREAD_PRIO_PROTECT);
  pthread_mutex_init (&m, &a);
}
