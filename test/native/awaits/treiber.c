/* Treiber's stack: thread n pushes node n and pops one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static atomic_int top;
static struct { atomic_int next; } node[N + 1];
static void push (int n)
{
  int o;
  do {
    o = atomic_load (&top);
    atomic_store (&node[n].next, o);
  } while (!atomic_compare_exchange_strong (&top, &o, n));
}
static int pop (void)
{
  int o, next;
  do {
    o = atomic_load (&top);
    if (!o)
      return 0;
    next = atomic_load (&node[o].next);
  } while (!atomic_compare_exchange_strong (&top, &o, next));
  return o;
}
static void *thread (void *number)
{
  push ((int) (intptr_t) number);
  pop ();
  return NULL;
}
int main (void)
{
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create (&t[i], NULL, thread, (void *) (i + 1));
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
}
