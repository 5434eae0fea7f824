/* mazurka: assertion "c != 'b'" */
/* Of two that read with one offset either may be the first. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <fcntl.h>
#include <unistd.h>
static int f;
static void *work (void *x)
{
  char c = 0;
  read (f, &c, 1);
  if (x)
    assert (c != 'b');
  return NULL;
}
int main (void)
{
  pthread_t t, u;
  f = open ("made", O_RDWR | O_CREAT, 0600);
  write (f, "ab", 2);
  lseek (f, 0, SEEK_SET);
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, work, &f);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
