/* mazurka: ok, 1 execution */
/* Files that nobody shares, and reading what nobody writes, need one order only. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *
work (void *path)
{
  char line[64];
  FILE *in = fopen ("/proc/version", "r"), *out = fopen (path, "w");
  assert (in && out);
  assert (fgets (line, sizeof line, in));
  assert (fprintf (out, "%s", line) > 0);
  assert (fclose (in) == 0 && fclose (out) == 0);
  printf ("%s is written\n", (char *) path);
  return NULL;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, "mazurka-test-a");
  pthread_create (&b, NULL, work, "mazurka-test-b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (access ("mazurka-test-a", R_OK) == 0);
  return 0;
}
