/* mazurka: unknown "mapped into memory" */
/* What a mapping shows of a file that is written to is not explored, and said. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int
main (void)
{
  char name[] = "/tmp/mapped-XXXXXX";
  int fd = mkstemp (name);
  if (fd < 0 || write (fd, "one", 3) != 3)
    return 0;
  if (mmap (NULL, 3, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
    return 0;
  pwrite (fd, "two", 3, 0);
  unlink (name);
  return 0;
}
