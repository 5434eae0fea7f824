/* mazurka: data-race */
#include <pthread.h>
#include <string.h>
static char shared[64];
static void *
work (void *text)
{
  memcpy (shared + 8, text, 16);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  char text[16] = "hello";
  pthread_create (&t, NULL, work, text);
  size_t n = strlen (shared + 16);
  pthread_join (t, NULL);
  return (int) n;
}
