/* mazurka: ok */
/* Treiber's stack: a push releases the node, a pop acquires it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
struct node {
  struct node *next;
  int value;
};
static _Atomic (struct node *) top;
static struct node nodes[2];
static void
push (struct node *n)
{
  struct node *old = atomic_load_explicit (&top, memory_order_relaxed);
  do
    n->next = old;
  while (!atomic_compare_exchange_strong_explicit (&top, &old, n, memory_order_release, memory_order_relaxed));
}
static struct node *
pop (void)
{
  struct node *old = atomic_load_explicit (&top, memory_order_acquire);
  while (old && !atomic_compare_exchange_strong_explicit (&top, &old, old->next, memory_order_acquire, memory_order_acquire))
    ;
  return old;
}
static void *
run (void *argument)
{
  push (argument);
  struct node *n = pop ();
  if (n)
    n->value++;
  return NULL;
}
int
main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, run, &nodes[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return 0;
}
