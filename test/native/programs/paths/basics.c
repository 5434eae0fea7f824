/* mazurka: ok, 1 execution */
/* Offsets, appending, truncating, names. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main (void)
{
  char b[16];
  struct stat s;
  int f = open ("made", O_RDWR | O_CREAT | O_EXCL, 0600), g = open ("made", O_WRONLY | O_APPEND);
  assert (f >= 0 && g >= 0 && open ("made", O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
  assert (write (f, "abcdef", 6) == 6 && lseek (f, 0, SEEK_SET) == 0);
  assert (read (f, b, 2) == 2 && read (f, b + 2, 2) == 2 && !memcmp (b, "abcd", 4));
  assert (write (g, "gh", 2) == 2 && fstat (f, &s) == 0 && s.st_size == 8);
  assert (lseek (f, -3, SEEK_END) == 5 && read (f, b, 9) == 3 && !memcmp (b, "fgh", 3));
  assert (ftruncate (f, 2) == 0 && ftruncate (f, 5) == 0 && pread (f, b, 9, 0) == 5 && !memcmp (b, "ab\0\0\0", 5));
  assert (link ("made", "second") == 0 && unlink ("made") == 0 && open ("made", O_RDONLY) == -1 && errno == ENOENT);
  assert (rename ("second", "third") == 0 && access ("second", F_OK) == -1 && access ("third", F_OK) == 0);
  int h = open ("third", O_RDWR | O_TRUNC);
  assert (h >= 0 && fstat (h, &s) == 0 && s.st_size == 0);
  int p[2];
  assert (pipe (p) == 0 && write (p[1], "xy", 2) == 2 && close (p[1]) == 0);
  assert (read (p[0], b, 9) == 2 && read (p[0], b, 9) == 0);
  return 0;
}
