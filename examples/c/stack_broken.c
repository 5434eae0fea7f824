/* A lock-free stack of three nodes in an array. A node that is taken,
 * and given back while another thread still remembers it, looks unchanged (the
 * ABA problem): a node can then be taken twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top = 1;        /* the node on top, 0: empty */
static _Atomic int next[4] = {0, 2, 3, 0};
static atomic_int holder[4];      /* who has taken the node */

#define NODE(word) (word)
#define WORD(node, old) (node)

static void
push (int node)
{
  int old = atomic_load (&top);
  do
    atomic_store (&next[node], NODE (old));
  while (!atomic_compare_exchange_strong (&top, &old, WORD (node, old)));
}

static int
pop (void)
{
  int old = atomic_load (&top);
  while (NODE (old) != 0) {
    int after = atomic_load (&next[NODE (old)]);
    if (atomic_compare_exchange_strong (&top, &old, WORD (after, old)))
      return NODE (old);
  }
  return 0;
}

static int
take (int me)
{
  int node = pop ();
  if (node)
    assert (atomic_exchange (&holder[node], me) == 0);   /* nobody else has it */
  return node;
}

static void
give (int node)
{
  if (node) {
    atomic_store (&holder[node], 0);
    push (node);
  }
}

static void *
one (void *argument)
{
  (void) argument;
  take (1);
  take (1);
  return NULL;
}

static void *
two (void *argument)
{
  (void) argument;
  int a = take (2);
  take (2);
  give (a);
  return NULL;
}

int
main (void)
{
  pthread_t thread[2];
  pthread_create (&thread[0], NULL, one, NULL);
  pthread_create (&thread[1], NULL, two, NULL);
  pthread_join (thread[0], NULL);
  pthread_join (thread[1], NULL);
  return 0;
}
