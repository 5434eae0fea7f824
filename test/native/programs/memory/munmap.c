/* mazurka: memory "freed" */
/* Memory that was given back. */
#include <sys/mman.h>

int
main (void)
{
  int *p = mmap (0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[5] = 1;
  munmap (p, 8192);
  return p[5] - 1;
}
