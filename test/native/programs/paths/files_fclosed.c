/* mazurka: memory "freed" */
/* A stream is closed while another thread may print to it. */
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *
work (void *unused)
{
  fputs ("late", f);
  return unused;
}
int
main (void)
{
  pthread_t a;
  f = fopen ("mazurka-test-file", "w");
  pthread_create (&a, NULL, work, NULL);
  fclose (f);
  pthread_join (a, NULL);
  return 0;
}
