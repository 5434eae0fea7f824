/* mazurka: assertion */
/* Condition variable and mutex are parts of one of two objects, which is known only when the thread waits. */
#include <assert.h>
#include <pthread.h>

struct gate {
  pthread_mutex_t lock;
  pthread_cond_t opened;
  int open;
};

static struct gate *chosen;

static void
pass (struct gate *g)
{
  int waited = 0;
  pthread_mutex_lock (&g->lock);
  while (!g->open) {
    pthread_cond_wait (&g->opened, &g->lock);
    waited = 1;
  }
  pthread_mutex_unlock (&g->lock);
  assert (!waited);
}

static void *
opens (void *p)
{
  struct gate *g = p;
  pthread_mutex_lock (&g->lock);
  g->open = 1;
  pthread_cond_signal (&g->opened);
  pthread_mutex_unlock (&g->lock);
  return 0;
}

static void
make (struct gate *g)
{
  pthread_mutex_init (&g->lock, 0);
  pthread_cond_init (&g->opened, 0);
  g->open = 0;
}

int
main (void)
{
  struct gate a, b;
  pthread_t t;
  make (&a);
  make (&b);
  chosen = &a;
  pthread_create (&t, 0, opens, chosen);
  pass (chosen);
  chosen = &b;
  pthread_join (t, 0);
  pthread_create (&t, 0, opens, chosen);
  pass (chosen);
}
