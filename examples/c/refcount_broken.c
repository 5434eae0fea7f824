/* An object with a count of its users; who takes the count to zero frees it. The
 * count is asked again after the decrement: then another one may have taken it to
 * zero already, and freed the object. */
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
  atomic_fetch_sub (&o->users, 1);
  if (atomic_load (&o->users) == 0)
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
