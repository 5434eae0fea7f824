/* mazurka: unknown "the inside of a lock" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int
main (void)
{
  *(int *) &m = 0;
  return 0;
}
