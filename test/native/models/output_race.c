/* mazurka: unknown "a string that is no constant" */
#include <pthread.h>
#include <stdio.h>
static char s[4] = "abc";
static void *
thread (void *arg)
{
  s[0] = 'x';
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  fputs (s, stdout);
  pthread_join (t, NULL);
  return 0;
}
