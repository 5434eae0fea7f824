/* mazurka: api-misuse "after it was destroyed" */
#include <pthread.h>
static pthread_cond_t v = PTHREAD_COND_INITIALIZER;
int
main (void)
{
  pthread_cond_signal (&v);
  pthread_cond_destroy (&v);
  pthread_cond_signal (&v);
  return 0;
}
