/* Tickets: who waits gets it. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 0 0  [] <> (inside == 1)
 *   1 0 0  [] (inside == 1 -> <> (inside == 2))
 *   0 0 0  [] (now < 4)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_uchar next, now;
volatile int inside;
static void *
run (void *which)
{
  for (;;) {
    unsigned char ticket = atomic_fetch_add (&next, 1) & 3;
    if (ticket == 3)
      next -= 4;                  /* fewer states */
    while (now != ticket)
      ;
    inside = which ? 2 : 1;
    inside = 0;
    now = (now + 1) & 3;
  }
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, run, &t);
  run (NULL);
}
