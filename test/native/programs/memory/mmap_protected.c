/* mazurka: unknown "mmap of memory that may not be read and written is not supported" */
/* The store is a crash. */
#include <sys/mman.h>

int
main (void)
{
  char *p = mmap (0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[0] = 1;
  return 0;
}
