/* mazurka: crash "mapped to be read only" */
/* options: --allow-races */
/* The same where races are allowed. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

static char *text;

static void *
writer (void *unused)
{
  text[1] = 'x';
  return unused;
}

int
main (void)
{
  pthread_t t;
  int file = open ("/etc/passwd", O_RDONLY);
  char *first = mmap (NULL, 4, PROT_READ, MAP_PRIVATE, file, 0);
  munmap (first, 4);
  char *again = mmap (NULL, 4, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  again[0] = 'y';
  text = mmap (NULL, 4, PROT_READ, MAP_PRIVATE, file, 0);
  if (again[0] != 'y' || again[1] != text[1])
    abort ();
  pthread_create (&t, NULL, writer, NULL);
  pthread_join (t, NULL);
}
