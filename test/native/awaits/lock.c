/* Spin locks, KIND: 1 exchange, 2 test and set, 3 test and test-and-set, 4 back-off, 5 compare-and-swap,
 * 6 trylock; N threads, ROUNDS rounds. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
#if KIND == 1
static atomic_int l;
static void lock (void) { while (atomic_exchange (&l, 1)) ; }
static void unlock (void) { atomic_store (&l, 0); }
#elif KIND == 2
static atomic_flag l = ATOMIC_FLAG_INIT;
static void lock (void) { while (atomic_flag_test_and_set_explicit (&l, memory_order_acquire)) sched_yield (); }
static void unlock (void) { atomic_flag_clear_explicit (&l, memory_order_release); }
#elif KIND == 3
static atomic_int l;
static void lock (void)
{
  do
    while (atomic_load_explicit (&l, memory_order_relaxed))
      ;
  while (atomic_exchange_explicit (&l, 1, memory_order_acquire));
}
static void unlock (void) { atomic_store_explicit (&l, 0, memory_order_release); }
#elif KIND == 4
static atomic_int l;
static void lock (void)
{
  for (unsigned delay = 1; atomic_exchange (&l, 1); delay = delay < 16 ? 2 * delay : delay)
    for (volatile unsigned i = 0; i < delay; i++)
      ;
}
static void unlock (void) { atomic_store (&l, 0); }
#elif KIND == 5
static atomic_int l;
static void lock (void)
{
  int expected = 0;
  while (!atomic_compare_exchange_weak (&l, &expected, 1))
    expected = 0;
}
static void unlock (void) { atomic_store (&l, 0); }
#elif KIND == 6
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void lock (void) { while (pthread_mutex_trylock (&l)) sched_yield (); }
static void unlock (void) { pthread_mutex_unlock (&l); }
#endif
static int counter;
static void *thread (void *unused)
{
  for (int i = 0; i < ROUNDS; i++) {
    lock ();
    counter++;
    unlock ();
  }
  return unused;
}
int main (void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  assert (counter == N * ROUNDS);
}
