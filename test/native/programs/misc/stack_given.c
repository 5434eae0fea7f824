/* mazurka: unknown "pthread_attr_setstack" */
#include <pthread.h>

static char memory[1 << 20] __attribute__ ((aligned (4096)));
static void *nothing (void *unused) { return unused; }

int
main (void)
{
  pthread_attr_t a;
  pthread_t t;
  pthread_attr_init (&a);
  pthread_attr_setstack (&a, memory, sizeof memory);
  pthread_create (&t, &a, nothing, NULL);
  pthread_join (t, NULL);
}
