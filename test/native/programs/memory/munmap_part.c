/* mazurka: unknown "munmap of other memory than what one mmap has given is not supported" */
/* The second page is still there. */
#include <assert.h>
#include <sys/mman.h>

int
main (void)
{
  char *p = mmap (0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert (mmap (0, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
  p[5000] = 1;
  munmap (p, 4096);
  assert (p[5000] == 1);
  return 0;
}
