/* mazurka: ok, 6 executions */
/* A file that is written and read: each execution has a process of its own, and
 * finds the file as the last one left it, that is, gone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static FILE *f;
static void *
work (void *word)
{
  pthread_mutex_lock (&m);
  fprintf (f, "%s\n", (char *) word);
  pthread_mutex_unlock (&m);
  return NULL;
}
int
main (void)
{
  char path[] = "/tmp/mazurka-test-XXXXXX", line[64];
  pthread_t t[3];
  char *words[] = {"one", "two", "six"};
  int fd = mkstemp (path), n = 0;
  assert (fd >= 0 && fd < 100);
  f = fdopen (fd, "w+");
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, work, words[i]);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  rewind (f);
  while (fgets (line, sizeof line, f))
    n += strlen (line) == 4;
  assert (n == 3);
  fclose (f);
  assert (unlink (path) == 0);
  return 0;
}
