/* mazurka: assertion "O_APPEND" */
/* The flags of an open file are changed by one thread and looked at by another. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int file;
static void *changes (void *u) { fcntl (file, F_SETFL, O_APPEND); return u; }
int main (void)
{
  pthread_t t;
  file = open ("some", O_CREAT | O_RDWR, 0600);
  pthread_create (&t, NULL, changes, NULL);
  assert (!(fcntl (file, F_GETFL) & O_APPEND));
  pthread_join (t, NULL);
}
