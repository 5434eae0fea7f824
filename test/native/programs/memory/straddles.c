/* mazurka: assertion "seen != 1" */
/* options: --allow-races */
/* An access that lies in two words of memory depends on what touches either. */
#include <assert.h>
#include <pthread.h>
static struct { char padding[6]; int value; char rest[6]; } __attribute__ ((packed, aligned (8))) s;
static void *work (void *x)
{
  ((volatile char *) &s)[8] = 1;
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int seen = *(volatile int *) &s.value >> 16;
  assert (seen != 1);
  pthread_join (t, NULL);
  return 0;
}
