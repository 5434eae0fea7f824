/* Listeners in a linked list. Who calls them gives the lock back for each call, for
 * listeners may want to use the list themselves; then the one it stands at may be
 * removed, and its successor is read from memory that was freed. */
#include <pthread.h>
#include <stdlib.h>

struct listener {
  int calls;
  struct listener *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct listener *first;

static void
add (void)
{
  struct listener *l = calloc (1, sizeof *l);
  pthread_mutex_lock (&lock);
  l->next = first;
  first = l;
  pthread_mutex_unlock (&lock);
}

static void *
remove_first (void *unused)
{
  pthread_mutex_lock (&lock);
  struct listener *l = first;
  if (l)
    first = l->next;
  free (l);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *
notify (void *unused)
{
  pthread_mutex_lock (&lock);
  for (struct listener *l = first; l; l = l->next) {
    l->calls++;
    pthread_mutex_unlock (&lock);
    /* here it is called */
    pthread_mutex_lock (&lock);
  }
  pthread_mutex_unlock (&lock);
  return unused;
}

int
main (void)
{
  pthread_t thread[2];
  add ();
  add ();
  pthread_create (&thread[0], NULL, notify, NULL);
  pthread_create (&thread[1], NULL, remove_first, NULL);
  pthread_join (thread[0], NULL);
  pthread_join (thread[1], NULL);
  while (first)
    remove_first (NULL);
  return 0;
}
