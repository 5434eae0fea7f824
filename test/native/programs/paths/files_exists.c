/* mazurka: assertion "by nobody" */
/* Looking whether a name is free and then making it: two threads may. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int makers;
static void *
work (void *unused)
{
  if (access ("mazurka-test-lock", F_OK) == 0)
    return unused;
  close (creat ("mazurka-test-lock", 0600));
  assert ("made by nobody else" && atomic_fetch_add (&makers, 1) == 0);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
