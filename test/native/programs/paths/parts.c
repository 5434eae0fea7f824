/* mazurka: ok */
/* Bytes that are written and read in parts arrive in order, and the offset goes on. */
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
int main (void)
{
  char a[3] = "", b[1] = "", c[6] = "", rest[4] = "";
  int fd = open ("parts", O_RDWR | O_CREAT | O_TRUNC, 0600);
  struct iovec to[] = {{"abc", 3}, {"", 0}, {"d", 1}, {"efghij", 6}};
  struct iovec from[] = {{a, 3}, {b, 1}, {NULL, 0}, {c, 4}};
  assert (writev (fd, to, 4) == 10 && lseek (fd, 0, SEEK_CUR) == 10 && !lseek (fd, 0, SEEK_SET));
  assert (readv (fd, from, 4) == 8 && lseek (fd, 0, SEEK_CUR) == 8);
  assert (!memcmp (a, "abc", 3) && b[0] == 'd' && !memcmp (c, "efgh\0", 6));
  assert (readv (fd, (struct iovec[]) {{rest, 1}, {rest + 1, 3}}, 2) == 2 && !memcmp (rest, "ij\0", 4));
  assert (pwrite (fd, "XY", 2, 3) == 2 && pread (fd, a, 3, 2) == 3 && !memcmp (a, "cXY", 3) && lseek (fd, 0, SEEK_CUR) == 10);
  return 0;
}
