/* mazurka: ok */
/* Two counters that are also read together, as libstdc++ does with the counts of
 * shared_ptr: the load acquires what was released to either. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union {
  _Alignas (8) uint64_t both;
  uint32_t each[2];
} u;
static int data;
static void *
first (void *argument)
{
  data = 1;
  __atomic_fetch_add (&u.each[1], 1, __ATOMIC_RELEASE);
  return argument;
}
static void *
second (void *argument)
{
  if (__atomic_load_n (&u.both, __ATOMIC_ACQUIRE) >> 32)
    assert (data == 1);
  return argument;
}
int
main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, first, NULL);
  pthread_create (&t[1], NULL, second, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return 0;
}
