/* mazurka: ok, 4 executions */
#include <assert.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int ready, inits, freed;
static void
init (void)
{
  inits++;
}
static void
release (void *p)
{
  freed += *(int *) p;
}
static int
work (void *argument)
{
  static int one = 1;
  call_once (&once, init);
  tss_set (key, &one);
  assert (tss_get (key) == &one);
  mtx_lock (&m);
  ready = 1;
  cnd_signal (&c);
  mtx_unlock (&m);
  return *(int *) argument;
}
int
main (void)
{
  thrd_t t;
  int forty_two = 42, result = 0;
  mtx_init (&m, mtx_plain);
  cnd_init (&c);
  tss_create (&key, release);
  assert (thrd_create (&t, work, &forty_two) == thrd_success);
  call_once (&once, init);
  mtx_lock (&m);
  while (!ready)
    cnd_wait (&c, &m);
  mtx_unlock (&m);
  assert (thrd_join (t, &result) == thrd_success && result == 42);
  assert (inits == 1 && freed == 1);
  cnd_destroy (&c);
  mtx_destroy (&m);
  return 0;
}
