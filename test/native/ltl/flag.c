/* A loop that waits for a flag: it may be that only the loop goes on. What holds (0) or not (1) without, with weak, with strong fairness:
 *   1 0 0  <> seen
 *   1 0 0  <> flag
 *   0 0 0  [] (seen -> flag)
 *   1 0 0  !seen U flag
 *   0 0 0  !seen W flag
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

atomic_int flag;
static void *
waiter (void *unused)
{
  while (!flag)
    ;
  mz_prop ("seen", 1);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, waiter, NULL);
  flag = 1;
  pthread_join (t, NULL);
}
