/* mazurka: unknown "mmap of memory whose contents are to be executed is not supported" */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

int
main (void)
{
  static const unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3};   /* returns 7 */
  void *p = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy (p, code, sizeof code);
  assert (((int (*) (void)) p) () == 7);
  return 0;
}
