#define _GNU_SOURCE
#include "native/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TICK = 20 };               /* milliseconds */

/* Returns an errno if not everything could be written; the rest is dropped. */
static int
pass_on (int to, const char *bytes, size_t n)
{
  for (ssize_t written; n > 0; bytes += written, n -= (size_t) written) {
    written = write (to, bytes, n);
    if (written < 0 && errno == EINTR)
      written = 0;
    else if (written <= 0)
      return written ? errno : EIO;
  }
  return 0;
}

static void *
run (void *relay)
{
  struct relay *r = relay;
  char part[65536];
  for (;;) {
    bool is_last = atomic_load (&r->is_over);
    struct pollfd p = {.fd = r->ends[0], .events = POLLIN};
    if (poll (&p, 1, is_last ? 0 : TICK) > 0) {
      ssize_t n = read (r->ends[0], part, sizeof part);
      int error = n > 0 ? pass_on (r->to, part, (size_t) n) : 0;
      r->error = r->error ? r->error : error;
      if (!n)
        return NULL;
    } else if (is_last)
      return NULL;
  }
}

bool
relay_open (struct relay *r, int to)
{
  *r = (struct relay) {.to = to, .ends = {-1, -1}};
  return !pipe2 (r->ends, O_CLOEXEC);
}

/* All signals are blocked in the relay's thread: the main thread handles them. */
bool
relay_start (struct relay *r)
{
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  r->runs = !pthread_create (&r->thread, NULL, run, r);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  if (!r->runs)
    relay_end (r);
  return r->runs;
}

int
relay_end (struct relay *r)
{
  atomic_store (&r->is_over, true);
  if (r->ends[1] >= 0)
    close (r->ends[1]);           /* the last one, if nothing of the program is left: the thread need not look again */
  r->ends[1] = -1;
  if (r->runs)
    pthread_join (r->thread, NULL);
  for (int i = 0; i < 2; i++)
    if (r->ends[i] >= 0)
      close (r->ends[i]);
  int error = r->error;
  *r = (struct relay) {.ends = {-1, -1}};
  return error;
}

bool
relay_is_same (int a, int b)
{
  struct stat x, y;
  return !fstat (a, &x) && !fstat (b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}
