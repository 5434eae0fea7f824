/* mazurka: ok, 1 execution */
/* The second has ended when the first does. */
#include <pthread.h>

static pthread_t second;

static void *
write_it (void *where)
{
  *(int *) where = 1;
  return NULL;
}

static void *
lend (void *unused)
{
  int local = 0;
  pthread_create (&second, NULL, write_it, &local);
  pthread_join (second, NULL);
  return unused;
}

int
main (void)
{
  pthread_t first;
  pthread_create (&first, NULL, lend, NULL);
  pthread_join (first, NULL);
  return 0;
}
