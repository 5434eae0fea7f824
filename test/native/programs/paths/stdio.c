/* mazurka: ok */
/* options: --por=none --sleep=off */
/* What libc keeps for itself is as new in each of 12,870 executions. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x;
static void
bye (void)
{
  puts ("bye");
}
static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}
static void *
work (void *unused)
{
  for (int i = 0; i < 4; i++)
    atomic_fetch_add (&x, 1);
  printf ("%d %f\n", 1, 1.5);
  fputs ("e", stderr);
  return unused;
}
int
main (int argc, char **argv)
{
  pthread_t a, b;
  int v[] = {3, 1, 2}, n = 0;
  char list[] = "a,b,c";
  assert (argc == 1);
  argv[0][0]++;
  atexit (bye);
  setenv ("MAZURKA_TEST", "x", 0);
  assert (strcmp (getenv ("MAZURKA_TEST"), "x") == 0);
  setenv ("PATH", "/nowhere", 1);
  qsort (v, 3, sizeof *v, compare);
  assert (v[0] == 1 && v[2] == 3);
  for (char *p = strtok (list, ","); p; p = strtok (NULL, ","))
    n++;
  assert (n == 3);
  fwrite ("abc", 1, 3, stdout);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
