/* mazurka: ok */
/* Streams have locks: these do not race. */
#include <pthread.h>
#include <stdio.h>
static void *work (void *x)
{
  fflush (stdout);
  setvbuf (stderr, NULL, _IONBF, 0);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  printf ("a\n");
  putchar ('b');
  fprintf (stderr, "c\n");
  pthread_join (t, NULL);
  return ferror (stdout) != 0;
}
