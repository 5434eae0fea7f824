/* mazurka: memory "use after free" */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef SLOW
#define PAUSE usleep (100000)
#else
#define PAUSE
#endif
struct node { uintptr_t next; int live; };
static atomic_uintptr_t top;
static atomic_int have_read;
static struct node *push (uintptr_t next) {
  struct node *n = malloc (sizeof *n);
  n->next = next, n->live = 1;
  atomic_store (&top, (uintptr_t) n);
  return n;
}
static void *slow_pop (void *u) {
  uintptr_t a = atomic_load (&top), b = ((struct node *) a)->next;   // a is still there: see below
  atomic_store (&have_read, 1);
  PAUSE;
  atomic_compare_exchange_strong (&top, &a, b);                      // a may be another node by now
  return u;
}
static void *other (void *u) {
  while (!atomic_load (&have_read)) ;                                // nothing is freed before it was read
  uintptr_t a = atomic_load (&top);
  uintptr_t b = ((struct node *) a)->next;
  if (!atomic_compare_exchange_strong (&top, &a, 0)) return u;       // takes both nodes
  free ((void *) b), free ((void *) a);
  struct node *n = malloc (sizeof *n);
  n->next = 0, n->live = 1;
  atomic_store (&top, (uintptr_t) n);
  return u;
}
int main (void) {
  struct node *b = push (0), *a = push ((uintptr_t) b);
  (void) a;
  pthread_t t, v;
  pthread_create (&t, 0, slow_pop, 0), pthread_create (&v, 0, other, 0);
  pthread_join (t, 0), pthread_join (v, 0);
  struct node *n = (struct node *) atomic_load (&top);
  assert (n == 0 || n->live == 1);                                   // use after free where n is the old b
  free (n);
}
