/* Files: those that a program makes are kept in memory in a check. Descriptors of other kinds. */

#include "say.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#define FILE_NAME "calls-file"
#define OTHER_NAME "calls-other"

static void
say_content (int fd)
{
  char text[16] = {0};
  struct iovec parts[] = {{text, 2}, {text + 4, 2}};
  SAY (write (fd, "abcdef", 6));
  SAY (writev (fd, parts, 1));
  SAY (writev (fd, parts, -1));
  SAY (pwrite (fd, "X", 1, 1));
  SAY (pwrite (fd, "X", 1, -1));
  SAY (pwrite64 (fd, "Y", 1, 2));
  SAY (lseek (fd, 0, SEEK_SET));
  SAY (lseek (fd, -1, SEEK_SET));
  SAY (lseek (fd, 0, 77));
  SAY (lseek64 (fd, 0, SEEK_END));
  SAY (read (fd, text, 16));
  SAY (lseek (fd, 1, SEEK_SET));
  SAY (read (fd, text, 3));
  SAY_TEXT (text);
  SAY (readv (fd, parts, 2));
  SAY (readv (fd, parts, -1));
  SAY (pread (fd, text, 3, 0));
  SAY (pread64 (fd, text, 3, 100));
  SAY (pread (fd, text, 3, -1));
  SAY (ftruncate (fd, 3));
  SAY (ftruncate (fd, -1));
  SAY (ftruncate64 (fd, 20));
  SAY (posix_fallocate (fd, 0, 30));
  SAY (posix_fallocate (fd, -1, 30));
  SAY (posix_fallocate (fd, 0, 0));
  SAY (posix_fallocate64 (fd, 0, 40));
  SAY (posix_fadvise (fd, 0, 0, POSIX_FADV_SEQUENTIAL));
  SAY (posix_fadvise (fd, 0, 0, 77));
  SAY (posix_fadvise64 (fd, 0, 0, POSIX_FADV_DONTNEED));
  SAY (posix_fadvise (999, 0, 0, POSIX_FADV_DONTNEED));
  SAY (fsync (fd));
  SAY (fdatasync (fd));
  SAY (fsync (999));
  SAY (fdatasync (999));
}

static void
say_status (int fd)
{
  struct stat s;
  struct timespec times[2] = {{.tv_sec = 5}, {.tv_sec = 6}}, wrong[2] = {{.tv_nsec = 1000000000}};
  SAY (fstat (fd, &s));
  SAY (s.st_size);
  SAY (s.st_mode);
  SAY (fchmod (fd, 0640));
  SAY (chmod (FILE_NAME, 0600));
  SAY (chmod ("missing", 0600));
  SAY (stat (FILE_NAME, &s));
  SAY (s.st_mode);
  SAY (s.st_nlink);
  SAY (futimens (fd, times));
  SAY (futimens (fd, wrong));
  SAY (utimensat (AT_FDCWD, FILE_NAME, times, 0));
  SAY (stat (FILE_NAME, &s));
  SAY (s.st_mtime);
  SAY (fchown (fd, (uid_t) -1, (gid_t) -1));
  SAY (access (FILE_NAME, R_OK));
  SAY (access (FILE_NAME, 77));
  SAY (access ("missing", F_OK));
  SAY (faccessat (AT_FDCWD, FILE_NAME, W_OK, 0));
  SAY (fstat (999, &s));
  SAY (truncate (FILE_NAME, 5));
  SAY (truncate (FILE_NAME, -1));
  SAY (truncate64 ("missing", 5));
}

static void
say_names (void)
{
  char text[32] = {0};
  SAY (link (FILE_NAME, OTHER_NAME));
  SAY (link (FILE_NAME, OTHER_NAME));
  SAY (symlink (FILE_NAME, "calls-link"));
  SAY (readlink ("calls-link", text, sizeof text));
  SAY_TEXT (text);
  SAY (readlink (FILE_NAME, text, sizeof text));
  SAY (rename (OTHER_NAME, "calls-third"));
  SAY (rename ("missing", "calls-third"));
  SAY (unlink ("missing"));
  SAY (unlink ("calls-third"));
  SAY (unlink ("calls-link"));
  SAY (mkdir ("calls-folder", 0700));
  SAY (mkdir ("calls-folder", 0700));
  SAY (open ("calls-folder", O_WRONLY));
  SAY (open ("calls-folder/x/y", O_RDONLY));
  SAY (open (FILE_NAME "/x", O_RDONLY));
  SAY (unlink ("calls-folder"));
  SAY (rmdir (FILE_NAME));
  DIR *d = opendir ("calls-folder");
  SAY_POINTER (d);
  SAY (dirfd (d) >= 0);
  int n = 0;
  while (readdir (d))
    n++;
  SAY (n);
  rewinddir (d);
  SAY_POINTER (readdir64 (d));
  SAY (closedir (d));
  SAY_POINTER (opendir ("missing"));
  SAY_POINTER (opendir (FILE_NAME));
  SAY_POINTER (fdopendir (999));
  SAY (rmdir ("calls-folder"));
  SAY (rmdir ("calls-folder"));
}

void
say_files (void)
{
  unlink (FILE_NAME), unlink (OTHER_NAME), unlink ("calls-third"), unlink ("calls-link");
  SAY (open ("missing", O_RDONLY));
  SAY (open ("", O_RDONLY));
  int fd = open (FILE_NAME, O_RDWR | O_CREAT | O_EXCL, 0666);
  SAY (fd >= 0);
  SAY (open (FILE_NAME, O_RDWR | O_CREAT | O_EXCL, 0666));
  say_content (fd);
  say_status (fd);
  say_names ();
  SAY (close (fd));
  SAY (close (fd));
  SAY (close (-1));
  SAY (read (fd, &fd, 1));
  SAY (write (fd, &fd, 1));
  fd = open (FILE_NAME, O_RDONLY);
  SAY (write (fd, "a", 1));
  close (fd);
  fd = open64 (FILE_NAME, O_WRONLY | O_APPEND);
  SAY (read (fd, &fd, 1));
  SAY (write (fd, "a", 1));
  SAY (lseek (fd, 0, SEEK_CUR));
  close (fd);
  SAY (unlink (FILE_NAME));
}

/* ---- descriptors ---- */

static void
say_flags (int fd)
{
  int other;
  SAY (fcntl (fd, F_GETFL) & O_ACCMODE);
  SAY (fcntl (fd, F_SETFL, O_NONBLOCK));
  SAY ((fcntl (fd, F_GETFL) & O_NONBLOCK) != 0);
  SAY (fcntl (fd, F_GETFD));
  SAY (fcntl (fd, F_SETFD, FD_CLOEXEC));
  SAY (fcntl64 (fd, F_GETFD));
  SAY (fcntl (999, F_GETFL));
  SAY (fcntl (fd, F_DUPFD, -1));
  SAY (fcntl (fd, F_DUPFD_CLOEXEC, -1));
  SAY ((other = dup (fd)) >= 0);
  SAY (fcntl (other, F_GETFD));
  SAY (dup (999));
  SAY (dup2 (fd, other) == other);
  SAY (dup2 (fd, fd) == fd);
  SAY (dup2 (999, other));
  SAY (dup2 (fd, -1));
  SAY (dup3 (fd, fd, 0));
  SAY (dup3 (fd, other, O_CLOEXEC) == other);
  SAY (fcntl (other, F_GETFD));
  SAY (dup3 (fd, other, 77));
  SAY (isatty (fd));
  SAY (isatty (999));
  SAY (lseek (fd, 0, SEEK_SET));
  SAY (close (other));
}

static void
say_events (void)
{
  uint64_t value = 0;
  eventfd_t got = 0;
  SAY (eventfd (0, 7777777));
  int fd = eventfd (3, EFD_NONBLOCK);
  SAY (read (fd, &value, 4));
  SAY (read (fd, &value, 8));
  SAY (value);
  SAY (read (fd, &value, 8));
  value = UINT64_MAX;
  SAY (write (fd, &value, 8));
  SAY (eventfd_write (fd, 5));
  SAY (eventfd_read (fd, &got));
  SAY (got);
  SAY (close (fd));
}

/* What is the kernel's: made, or refused. */
static void
say_others (void)
{
  char text[16];
  struct statfs64 s;
  SAY (accept (0, NULL, NULL));
  SAY (accept4 (999, NULL, NULL, 0));
  SAY (socket (77, 77, 77));
  SAY (epoll_create (0));
  SAY (epoll_create1 (77));
  SAY (inotify_init1 (77));
  SAY (inotify_init () >= 0);
  SAY (timerfd_create (77, 0));
  SAY (memfd_create ("x", 7777777));
  SAY (getxattr ("missing", "user.x", text, 16));
  SAY (listxattr ("missing", text, 16));
  SAY (statfs64 ("missing", &s));
  shm_unlink ("/mazurka-calls");
  SAY (shm_open ("/mazurka-calls", O_RDWR, 0600));
  int fd = shm_open ("/mazurka-calls", O_RDWR | O_CREAT | O_EXCL, 0600);
  SAY (fd >= 0);
  SAY (shm_open ("/mazurka-calls", O_RDWR | O_CREAT | O_EXCL, 0600));
  SAY (close (fd));
  SAY (shm_unlink ("/mazurka-calls"));
  SAY (((int (*) (int)) dlsym (RTLD_DEFAULT, "close")) (77));
  SAY (((int (*) (int)) dlvsym (RTLD_DEFAULT, "close", "GLIBC_2.2.5")) (77));
  SAY (dlsym (RTLD_DEFAULT, "there is no such name") == NULL);
  SAY (dlsym (RTLD_NEXT, "close") == dlsym (RTLD_DEFAULT, "close"));
}

void
say_descriptors (void)
{
  int p[2] = {-1, -1}, s[2];
  char c = 0;
  SAY (pipe2 (p, 7777777));
  SAY (pipe (p));
  say_flags (p[0]);
  SAY (read (p[0], &c, 1));
  SAY (write (p[1], "ab", 2));
  struct pollfd f[] = {{.fd = p[0], .events = POLLIN}, {.fd = -1}};
  SAY (poll (f, 2, 0));
  SAY (f[0].revents);
  struct timespec bad = {.tv_nsec = 1000000000}, none = {0};
  SAY (ppoll (f, 1, &none, NULL));
  SAY (ppoll (f, 1, &bad, NULL));
  fd_set set;
  struct timeval zero = {0}, wrong = {.tv_sec = -1};
  FD_ZERO (&set);
  FD_SET (p[0], &set);
  SAY (select (p[0] + 1, &set, NULL, NULL, &zero));
  SAY (select (-1, &set, NULL, NULL, &zero));
  SAY (select (p[0] + 1, &set, NULL, NULL, &wrong));
  SAY (pselect (p[0] + 1, &set, NULL, NULL, &none, NULL));
  SAY (pselect (p[0] + 1, &set, NULL, NULL, &bad, NULL));
  SAY (read (p[0], &c, 1));
  SAY (close (p[1]));
  SAY (read (p[0], &c, 1));
  SAY (read (p[0], &c, 1));
  SAY (close (p[0]));
  SAY (socketpair (AF_INET, SOCK_STREAM, 0, s));
  SAY (socketpair (AF_UNIX, SOCK_STREAM, 0, s));
  SAY (write (s[0], "x", 1));
  SAY (read (s[1], &c, 1));
  SAY (close (s[0]));
  SAY (read (s[1], &c, 1));
  SAY (close (s[1]));
  say_events ();
  say_others ();
}
