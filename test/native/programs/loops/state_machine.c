/* mazurka: livelock */
/* The machine ends in state 2 and stays there; what its user waits for never comes. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state, wanted;
static void *machine (void *u)
{
  for (;;)
    switch (state) {
    case 0: state = 1; break;
    case 1: if (wanted) state = 2; break;
    default: break;
    }
  return u;
}
static void *user (void *u)
{
  wanted = 1;
  while (state != 3) {}
  return u;
}
int main (void)
{
  pthread_t m, c;
  pthread_create (&m, NULL, machine, NULL);
  pthread_create (&c, NULL, user, NULL);
  pthread_join (c, NULL);
  pthread_join (m, NULL);
}
