/* mazurka: assertion "the owner" */
/* A lock that knows its owner by the id; the exchange compares it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic pthread_t owner;
static void *
takes (void *unused)
{
  atomic_store (&owner, pthread_self ());
  return unused;
}
static void *
gives (void *unused)
{
  pthread_t me = pthread_self ();
  assert (!atomic_compare_exchange_strong (&owner, &me, 0) && "the owner");
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, takes, 0);
  pthread_join (t, 0);
  pthread_create (&t, 0, gives, 0);
  pthread_join (t, 0);
  return 0;
}
