/* mazurka: assertion "first" */
/* What comes out of the pipe first is what was put there first. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];
static void *
work (void *byte)
{
  pthread_mutex_lock (&m);
  ssize_t n = write (ends[1], byte, 1);
  assert (n == 1);
  pthread_mutex_unlock (&m);
  return NULL;
}
int
main (void)
{
  pthread_t a, b;
  char first = 0;
  int made = pipe (ends);
  assert (made == 0);
  pthread_create (&a, NULL, work, "a");
  pthread_create (&b, NULL, work, "b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  ssize_t n = read (ends[0], &first, 1);
  assert (n == 1);
  assert (first == 'a');
  return 0;
}
