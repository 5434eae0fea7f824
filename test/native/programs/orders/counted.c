/* mazurka: ok */
/* Counted owners: relaxed to gain one, release to lose one, a fence before the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct shared {
  atomic_int owners;
  int value;
};
static void
drop (struct shared *s)
{
  if (atomic_fetch_sub_explicit (&s->owners, 1, memory_order_release) != 1)
    return;
  atomic_thread_fence (memory_order_acquire);
  s->value = 0;
  free (s);
}
static void *
use (void *argument)
{
  struct shared *s = argument;
  atomic_fetch_add_explicit (&s->owners, 1, memory_order_relaxed);
  assert (s->value == 7);
  drop (s);
  drop (s);
  return NULL;
}
int
main (void)
{
  pthread_t t[2];
  struct shared *s = malloc (sizeof *s);
  s->value = 7;
  atomic_init (&s->owners, 2);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, use, s);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
