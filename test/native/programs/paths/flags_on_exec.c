/* mazurka: ok */
/* FD_CLOEXEC is a descriptor's own; a copy has it only if that is asked for. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int
flags (int fd)
{
  return fcntl (fd, F_GETFD);
}

int
main (void)
{
  int p[2], s[2];
  assert (!pipe2 (p, O_CLOEXEC | O_NONBLOCK) && flags (p[0]) == FD_CLOEXEC && flags (p[1]) == FD_CLOEXEC);
  int copy = dup (p[0]), other = fcntl (p[0], F_DUPFD_CLOEXEC, 30);
  assert (flags (copy) == 0 && other >= 30 && flags (other) == FD_CLOEXEC && flags (fcntl (other, F_DUPFD, 0)) == 0);
  assert (dup3 (p[0], 40, O_CLOEXEC) == 40 && flags (40) == FD_CLOEXEC);
  assert (dup2 (p[0], 40) == 40 && flags (40) == 0);
  assert (dup3 (40, 40, 0) == -1 && errno == EINVAL);
  assert (fcntl (40, F_SETFD, FD_CLOEXEC) == 0 && flags (40) == FD_CLOEXEC && flags (copy) == 0);
  assert (fcntl (40, F_SETFD, 0) == 0 && flags (40) == 0);
  assert (!(fcntl (p[0], F_GETFL) & O_CLOEXEC) && fcntl (copy, F_GETFL) & O_NONBLOCK);
  assert (flags (eventfd (0, EFD_CLOEXEC)) == FD_CLOEXEC && flags (eventfd (0, 0)) == 0);
  assert (!socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s) && flags (s[0]) == FD_CLOEXEC && flags (s[1]) == FD_CLOEXEC);
  assert (flags (open ("/etc/passwd", O_RDONLY | O_CLOEXEC)) == FD_CLOEXEC && flags (open ("/etc/passwd", O_RDONLY)) == 0);
  close (40);
  assert (flags (40) == -1 && errno == EBADF);
  return 0;
}
