/* mazurka: livelock */
/* The holder of a spin lock ends without giving it back. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag lock = ATOMIC_FLAG_INIT;
static void *holds (void *u)
{
  while (atomic_flag_test_and_set (&lock))
    ;
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, holds, NULL);
  holds (NULL);
  atomic_flag_clear (&lock);
  pthread_join (t, NULL);
}
