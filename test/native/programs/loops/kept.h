/* What a loop that waits changes may be in one of the registers that calls keep, and nowhere else: REGISTER.
 * Its turns are odd or even in number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *
set (void *unused)
{
  x = 1;
  return unused;
}
int
main (void)
{
  register long odd __asm__ (REGISTER) = 0;
  pthread_t t;
  pthread_create (&t, 0, set, 0);
  do {
    odd ^= 1;
    __asm__ volatile ("" : "+r" (odd));
  } while (!x);
  __asm__ volatile ("" : "+r" (odd));
  assert (odd);
  pthread_join (t, 0);
  return 0;
}
