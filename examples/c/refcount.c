/* An object with a count of its users; who takes the count to zero frees it. The
 * decrement and the question are one operation. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int users;
  int data;
};

static void
release (struct object *o)
{
  if (atomic_fetch_sub (&o->users, 1) == 1)
    free (o);
}

static void *
user (void *argument)
{
  release (argument);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  struct object *o = malloc (sizeof *o);
  atomic_init (&o->users, 2);
  o->data = 7;
  pthread_create (&thread, NULL, user, o);
  release (o);
  pthread_join (thread, NULL);
  return 0;
}
