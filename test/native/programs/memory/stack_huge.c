/* mazurka: unknown "a stack of more than" */
/* The thread asks for 300 MB, and we have less. */
#include <pthread.h>

static int
deep (int n)
{
  volatile char here[1024] = {0};
  here[n % 1024] = (char) n;
  return n ? deep (n - 1) + here[(n * 7) % 1024] : here[0];
}

static void *
work (void *unused)
{
  deep (90000);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_attr_t a;
  pthread_attr_init (&a);
  pthread_attr_setstacksize (&a, 300 << 20);
  pthread_create (&t, &a, work, NULL);
  pthread_join (t, NULL);
  return 0;
}
