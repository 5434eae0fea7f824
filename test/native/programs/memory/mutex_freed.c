/* mazurka: data-race "T2 may free it" */
/* Whoever sees the count at zero frees the object, but the other side may not
 * have come out of unlock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct object {
  pthread_mutex_t mutex;
  atomic_int left;
} *object;

static void *
user (void *unused)
{
  pthread_mutex_lock (&object->mutex);
  atomic_store (&object->left, 0);
  pthread_mutex_unlock (&object->mutex);
  return unused;
}

static void *
owner (void *unused)
{
  if (!atomic_load (&object->left))
    free (object);
  return unused;
}

int
main (void)
{
  pthread_t t, u;
  object = malloc (sizeof *object);
  pthread_mutex_init (&object->mutex, NULL);
  atomic_init (&object->left, 1);
  pthread_create (&t, NULL, user, NULL);
  pthread_create (&u, NULL, owner, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
