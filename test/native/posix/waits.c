/* Futexes, pipes, eventfds; poll and select on them. */

#include "script.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

static int
value_or_error (long result)
{
  return result < 0 ? errno : VALUE + (int) result;
}

/* ---- futexes ---- */

static long
futex (void *word, int operation, int value, const struct timespec *time, int mask)
{
  return syscall (SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, time, NULL, mask);
}

static int
do_futex (struct worker *w, uint32_t *word)
{
  static const struct timespec none = {0};
  int n = w->argument;
  if (is_call (w, "fwait"))
    return value_or_error (futex (word, FUTEX_WAIT, n, NULL, 0));
  if (is_call (w, "ftimed"))
    return value_or_error (futex (word, FUTEX_WAIT, n, &none, 0));
  if (is_call (w, "funtil"))
    return value_or_error (futex (word, FUTEX_WAIT_BITSET, n, &past, -1));
  if (is_call (w, "fbad"))
    return value_or_error (futex (word, FUTEX_WAIT, n, &bad, 0));
  if (is_call (w, "fnegative"))
    return value_or_error (futex (word, FUTEX_WAIT, n, &negative, 0));
  if (is_call (w, "fodd"))
    return value_or_error (futex ((char *) word + 1, FUTEX_WAIT, n, NULL, 0));
  if (is_call (w, "fbits"))
    return value_or_error (futex (word, FUTEX_WAIT_BITSET, n, NULL, w->other));
  if (is_call (w, "fwake"))
    return value_or_error (futex (word, FUTEX_WAKE, n, NULL, 0));
  if (is_call (w, "fwakebits"))
    return value_or_error (futex (word, FUTEX_WAKE_BITSET, n, NULL, w->other));
  if (!is_call (w, "set"))
    return UNKNOWN_CALL;
  SET (*word, (uint32_t) n);
  return 0;
}

/* ---- what is ready ---- */

static int
do_poll (const struct worker *w, int fd, short events)
{
  static const struct timespec none = {0};
  struct pollfd p = {.fd = fd, .events = events};
  int n = strstr (w->call, "timed") ? poll (&p, 1, 0) : strstr (w->call, "pp") ? ppoll (&p, 1, &none, NULL) : poll (&p, 1, -1);
  return n < 0 ? errno : VALUE + 1000 * n + p.revents;
}

static int
do_select (int fd, bool out)
{
  struct timeval none = {0};
  fd_set set;
  FD_ZERO (&set);
  FD_SET (fd, &set);
  int n = select (fd + 1, out ? NULL : &set, out ? &set : NULL, NULL, &none);
  return n < 0 ? errno : VALUE + 10 * n + FD_ISSET (fd, &set);
}

/* Both ends at once, and one that is not open. */
static int
do_poll_both (const int fds[2])
{
  struct pollfd p[] = {{.fd = fds[0], .events = POLLIN}, {.fd = fds[1], .events = POLLOUT}, {.fd = -1, .events = POLLIN}, {.fd = 90, .events = POLLIN}};
  int n = poll (p, 4, 0);
  return n < 0 ? errno : VALUE + 1000 * n + p[0].revents + p[1].revents + p[2].revents + p[3].revents;
}

/* ---- pipes ---- */

static int
do_pipe (struct worker *w, int fds[2])
{
  char bytes[64] = "abcdefgh";
  size_t n = w->argument ? (size_t) w->argument : 1;
  if (is_call (w, "read"))
    return value_or_error (read (fds[0], bytes, n));
  if (is_call (w, "write"))
    return value_or_error (write (fds[1], bytes, n));
  if (is_call (w, "readwrong"))
    return value_or_error (read (fds[1], bytes, n));
  if (is_call (w, "writewrong"))
    return value_or_error (write (fds[0], bytes, n));
  if (is_call (w, "seek"))
    return value_or_error (lseek (fds[0], 0, SEEK_SET));
  if (is_call (w, "closer"))
    return of_errno (close (fds[0]));
  if (is_call (w, "closew"))
    return of_errno (close (fds[1]));
  if (is_call (w, "nonblock"))
    return of_errno (fcntl (fds[0], F_SETFL, O_NONBLOCK));
  if (strstr (w->call, "pollin"))
    return do_poll (w, fds[0], POLLIN);
  if (strstr (w->call, "pollout"))
    return do_poll (w, fds[1], POLLOUT);
  if (is_call (w, "pollboth"))
    return do_poll_both (fds);
  if (is_call (w, "selectin") || is_call (w, "selectout"))
    return do_select (fds[is_call (w, "selectout")], is_call (w, "selectout"));
  return UNKNOWN_CALL;
}

/* ---- eventfds ---- */

static int
do_event (struct worker *w, int fd)
{
  uint64_t value = w->argument < 0 ? UINT64_MAX - (uint64_t) -(w->argument + 1) : (uint64_t) w->argument;
  if (is_call (w, "read"))
    return read (fd, &value, sizeof value) < 0 ? errno : VALUE + (int) (value % 10000);
  if (is_call (w, "write"))
    return value_or_error (write (fd, &value, sizeof value));
  if (is_call (w, "short"))
    return value_or_error (read (fd, &value, 4));
  if (is_call (w, "seek"))
    return value_or_error (pread (fd, &value, sizeof value, 0));
  if (is_call (w, "nonblock"))
    return of_errno (fcntl (fd, F_SETFL, O_NONBLOCK));
  if (strstr (w->call, "pollin"))
    return do_poll (w, fd, POLLIN);
  if (strstr (w->call, "pollout"))
    return do_poll (w, fd, POLLOUT);
  if (is_call (w, "selectin") || is_call (w, "selectout"))
    return do_select (fd, is_call (w, "selectout"));
  return UNKNOWN_CALL;
}

int
do_wait (struct worker *w, int me)
{
  struct object *o = w->object;
  (void) me;
  return o->kind == FUTEX ? do_futex (w, &o->word) : o->kind == PIPE ? do_pipe (w, o->fds) : do_event (w, o->fds[0]);
}

bool
make_wait (struct object *o, const char *type, int n)
{
  if (!strcmp (type, "futex")) {
    o->kind = FUTEX;
    o->word = (uint32_t) n;
    return true;
  }
  if (!strcmp (type, "pipe")) {
    o->kind = PIPE;
    return pipe (o->fds) == 0;
  }
  o->kind = EVENT;
  if (!strcmp (type, "event"))
    o->fds[0] = eventfd ((unsigned) n, 0);
  else if (!strcmp (type, "eventsem"))
    o->fds[0] = eventfd ((unsigned) n, EFD_SEMAPHORE);
  else
    return false;
  return o->fds[0] >= 0;
}
