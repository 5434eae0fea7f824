/* A free list of buffers without a lock. The head carries a count of changes in its
 * upper half, so that a buffer that was taken and put back is not mistaken for one
 * that was never away. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct buffer {
  atomic_int next;                /* the number of another one; 0: none */
  atomic_int owner;
};

static struct buffer buffers[4] = {[1] = {2, 0}, [2] = {3, 0}};
static atomic_uint head = 1;      /* a buffer's number, and a count */

#define NUMBER(word) ((word) & 15)
#define NEW_HEAD(number, old) (((old) & ~15u) + 16 + (number))

static unsigned
take (int me)
{
  unsigned old = atomic_load (&head);
  while (NUMBER (old)) {
    unsigned next = (unsigned) atomic_load (&buffers[NUMBER (old)].next);
    if (atomic_compare_exchange_strong (&head, &old, NEW_HEAD (next, old))) {
      assert (atomic_exchange (&buffers[NUMBER (old)].owner, me) == 0);   /* it was free */
      return NUMBER (old);
    }
  }
  return 0;
}

static void
put (unsigned number)
{
  atomic_store (&buffers[number].owner, 0);
  unsigned old = atomic_load (&head);
  do
    atomic_store (&buffers[number].next, (int) NUMBER (old));
  while (!atomic_compare_exchange_strong (&head, &old, NEW_HEAD (number, old)));
}

static void *
one (void *unused)
{
  take (1);
  take (1);
  return unused;
}

static void *
two (void *unused)
{
  unsigned first = take (2);
  take (2);
  if (first)
    put (first);
  return unused;
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
