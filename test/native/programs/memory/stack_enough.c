/* mazurka: ok, 1 execution */
/* The thread asks for 256 KB, which is enough. */
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
  deep (100);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_attr_t a;
  pthread_attr_init (&a);
  pthread_attr_setstacksize (&a, 256 << 10);
  pthread_create (&t, &a, work, NULL);
  pthread_join (t, NULL);
  return 0;
}
