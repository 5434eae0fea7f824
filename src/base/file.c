/* Opening input files. See file.h. */
#include "base/file.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *
kind_of (mode_t mode)
{
  return S_ISDIR (mode)                      ? "it is a folder"
         : S_ISFIFO (mode)                   ? "it is a pipe, not a regular file"
         : S_ISCHR (mode) || S_ISBLK (mode)  ? "it is a device, not a regular file"
         : S_ISREG (mode)                    ? NULL
                                             : "it is not a regular file";
}

FILE *
file_open (const char *path, uint64_t most, const char **why)
{
  /* O_NONBLOCK: a pipe without a writer is opened at once, and refused */
  int fd = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat s;
  if (fd < 0 || fstat (fd, &s)) {
    *why = strerror (errno);
    if (fd >= 0)
      close (fd);
    return NULL;
  }
  *why = kind_of (s.st_mode);
  if (!*why && (uint64_t) s.st_size > most)
    *why = "it is too large";
  FILE *f = *why ? NULL : fdopen (fd, "r");
  if (!f) {
    *why = *why ? *why : strerror (errno);
    close (fd);
    errno = S_ISDIR (s.st_mode) ? EISDIR : EINVAL;
  }
  return f;
}

uint64_t
file_bytes (FILE *f)
{
  struct stat s;
  return fstat (fileno (f), &s) ? 0 : (uint64_t) s.st_size;
}

void
file_add (struct str *s, int fd, uint64_t most)
{
  char part[65536];
  ssize_t n;
  lseek (fd, 0, SEEK_SET);
  while (s->len < most && (n = read (fd, part, sizeof part)) > 0)
    str_add_n (s, part, (size_t) n);
}
