/* Two threads take turns by semaphores. What holds (0) or not (1) without, with weak, with strong fairness:
 *   0 0 0  [] (ping -> <> !ping)
 *   0 0 0  [] <> ping
 *   0 0 0  [] <> pong
 *   0 0 0  [] !(ping && pong)
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#include <mazurka/mazurka.h>

static sem_t a, b;
static void *
second (void *unused)
{
  for (;;) {
    sem_wait (&b);
    mz_prop ("pong", 1);
    mz_prop ("pong", 0);
    sem_post (&a);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  sem_init (&a, 0, 1);
  sem_init (&b, 0, 0);
  pthread_create (&t, NULL, second, NULL);
  for (;;) {
    sem_wait (&a);
    mz_prop ("ping", 1);
    mz_prop ("ping", 0);
    sem_post (&b);
  }
}
