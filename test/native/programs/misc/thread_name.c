/* mazurka: assertion "strcmp (name" */
/* Whether a thread has its name yet depends on how far it is. */
#define _GNU_SOURCE 1
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void *
work (void *unused)
{
  pthread_setname_np (pthread_self (), "worker");
  return unused;
}
int
main (void)
{
  pthread_t t;
  char name[16];
  pthread_create (&t, NULL, work, NULL);
  assert (pthread_getname_np (t, name, sizeof name) == 0);
  assert (strcmp (name, "worker"));
  pthread_join (t, NULL);
  return 0;
}
