/* mazurka: unknown "may also come before" */
/* An MCS lock with a relaxed link: the successor may begin to wait after it was let through. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
struct node {
  _Atomic (struct node *) next;
  atomic_int waits;
};
static _Atomic (struct node *) tail;
static int inside;
static void
lock (struct node *n)
{
  atomic_store_explicit (&n->next, NULL, memory_order_relaxed);
  atomic_store_explicit (&n->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit (&tail, n, memory_order_acq_rel);
  if (!before)
    return;
  atomic_store_explicit (&before->next, n, memory_order_relaxed);
  while (atomic_load_explicit (&n->waits, memory_order_acquire))
    ;
}
static void
unlock (struct node *n)
{
  struct node *next = atomic_load_explicit (&n->next, memory_order_acquire), *mine = n;
  if (!next) {
    if (atomic_compare_exchange_strong_explicit (&tail, &mine, NULL, memory_order_acq_rel, memory_order_acquire))
      return;
    while (!(next = atomic_load_explicit (&n->next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit (&next->waits, 0, memory_order_release);
}
static void *
first (void *u)
{
  static struct node nodes[2];
  struct node *n = &nodes[u != NULL];
  lock (n);
  inside++;
  unlock (n);
  return u;
}
int
main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, first, NULL);
  pthread_create (&t[1], NULL, first, &tail);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  assert (inside == 2);
  return 0;
}
