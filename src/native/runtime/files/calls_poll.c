/* poll and select on descriptors of files in memory, and eventfd.
 *
 * A wait for several is one operation that reads what makes each of them ready: the
 * bytes of a pipe, whether its ends are open, the counter of an event. With a time-out
 * it is always enabled, because it may time out. */

#define _GNU_SOURCE 1
#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/core/sys.h"

/* ---- eventfd: the node's size is the counter ---- */

#define MOST (UINT64_MAX - 1)

static bool
has_count (struct rt_thread *t)
{
  return ((const struct node *) t->object)->size;
}

static bool
has_room (struct rt_thread *t)
{
  return ((const struct node *) t->object)->size <= MOST - t->count;
}

bool
file_wait_until (struct description *d, bool writes, uint64_t count, rt_ready_fn *ready, bool waits, uint64_t pc)
{
  struct rt_thread *t = op_begin (writes ? NATIVE_FILE_WRITE : NATIVE_FILE_READ, pc);
  spin_broken (t);
  t->object = d->node;
  t->count = count;
  t->ready = waits ? ready : NULL;
  t->op.guarded = waits;
  file_touch (t, d->node->id, ACCESS_WRITE);
  if (waits)
    cancel_while_waiting (t);
  t->op.guarded = waits;
  file_announce (t);
  if (waits && cancel_chosen (t))
    cancel_end (t);
  assert (!waits || ready (t));
  file_pass_time (d->node);
  return ready (t);
}

ssize_t
event_read (struct description *d, void *to, size_t bytes, uint64_t pc)
{
  if (bytes < sizeof (uint64_t))
    return files_fail (EINVAL);
  if (!file_wait_until (d, false, 0, has_count, !(d->flags & O_NONBLOCK), pc))
    return files_fail (EAGAIN);
  uint64_t value = d->node->is_semaphore ? 1 : d->node->size;
  assert (value && value <= d->node->size);
  d->node->size -= value;
  op_value (value);
  file_give (to, &value, sizeof value, pc);
  return sizeof value;
}

ssize_t
event_write (struct description *d, const void *from, size_t bytes, uint64_t pc)
{
  uint64_t value;
  if (bytes < sizeof value)
    return files_fail (EINVAL);
  memcpy (&value, file_bring (from, sizeof value, pc), sizeof value);
  if (value > MOST)
    return files_fail (EINVAL);
  if (!file_wait_until (d, true, value, has_room, !(d->flags & O_NONBLOCK), pc))
    return files_fail (EAGAIN);
  assert (d->node->size <= MOST - value);
  d->node->size += value;
  op_value (value);
  return sizeof value;
}

EXPORT int
eventfd (unsigned value, int flags)
{
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (eventfd2, value, flags));
  if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
    return files_fail (EINVAL);
  struct node *n = node_new (NODE_EVENT, 0600);
  n->size = value;
  n->is_semaphore = flags & EFD_SEMAPHORE;
  files_name_object (n->id, "an eventfd");
  return fd_open (n, NULL, O_RDWR | (flags & (O_NONBLOCK | O_CLOEXEC)), CALLER);
}

EXPORT int
eventfd_read (int fd, eventfd_t *value)
{
  return read (fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

EXPORT int
eventfd_write (int fd, eventfd_t value)
{
  return write (fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* ---- readiness ---- */

struct watched { struct pollfd *all; struct description **of; nfds_t count; };

static short
events_of (const struct description *d)
{
  const struct node *n = d->node, *to = d->to;
  int access = d->flags & O_ACCMODE, out = 0;
  if (n->kind == NODE_EVENT)
    return (short) ((n->size ? POLLIN | POLLRDNORM : 0) | (n->size < MOST ? POLLOUT | POLLWRNORM : 0));
  if (n->kind == NODE_QUEUE)
    return queue_events (n);
  if (n->kind != NODE_PIPE && to->kind != NODE_PIPE)
    return POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
  bool is_socket = n != to;
  if (access != O_WRONLY) {
    bool has_end = !n->writers;
    out |= n->size > n->start || (has_end && is_socket) ? POLLIN | POLLRDNORM : 0;
    out |= has_end ? POLLHUP | (is_socket ? POLLRDHUP : 0) : 0;
  }
  if (access != O_RDONLY)
    out |= POLLOUT | POLLWRNORM | (to->readers || is_socket ? 0 : POLLERR);
  return (short) out;
}

/* Sets revents; returns how many are ready. */
static int
look (const struct watched *w)
{
  int n = 0;
  for (nfds_t i = 0; i < w->count; i++) {
    struct pollfd *p = &w->all[i];
    int always = POLLERR | POLLHUP | POLLNVAL;
    p->revents = p->fd < 0 ? 0 : w->of[i] ? (short) (events_of (w->of[i]) & (p->events | always)) : POLLNVAL;
    n += p->revents != 0;
  }
  return n;
}

static bool
any_is_ready (struct rt_thread *t)
{
  return look (t->object);
}

/* ---- waiting ---- */

static void
touch (struct rt_thread *t, const struct description *d)
{
  if (t->op.count + 3 > RT_ACCESSES)
    rt_unsupported ("poll of so many descriptors");
  if (d->node->kind == NODE_PIPE || d->node->kind == NODE_EVENT || d->node->kind == NODE_QUEUE)
    file_touch (t, d->node->id, ACCESS_READ);
  if (d->to->kind == NODE_PIPE)
    file_touch (t, d->to->id + 1, ACCESS_READ);
}

/* time: NULL: without a time-out. */
static int
wait_for_any (struct pollfd *all, nfds_t count, const struct timespec *time, uint64_t pc)
{
  struct description *of[count ? count : 1];
  struct watched w = {all, of, count};
  for (nfds_t i = 0; i < count; i++)
    of[i] = all[i].fd < 0 ? NULL : fd_find (all[i].fd, pc);
  if (!count && time)             /* a sleep */
    return nanosleep (time, NULL);
  cancel_point (pc);
  struct rt_thread *t = op_begin (NATIVE_POLL, pc);
  t->object = &w;
  t->ready = time ? NULL : any_is_ready;
  for (nfds_t i = 0; i < count; i++)
    if (of[i])
      touch (t, of[i]);
  cancel_while_waiting (t);
  t->op.guarded = !time;
  spin_broken (t);
  if (t->op.count)
    file_announce (t);
  else
    rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  int n = look (&w);
  assert ((nfds_t) n <= count && (n || time));
  op_value ((uint64_t) n);
  for (nfds_t i = 0; i < count; i++)
    if (of[i] && all[i].revents)
      file_pass_time (of[i]->node);
  if (!n && time) {
    struct timespec until = time_after (t, time);
    time_over (t, &until);
  }
  return n;
}

/* True if none of the descriptors is the kernel's; a mixture is unsupported. */
static bool
are_ours (struct pollfd *all, nfds_t count, const char *function, uint64_t pc)
{
  nfds_t ours = 0, others = 0;
  for (nfds_t i = 0; i < count; i++) {
    ours += all[i].fd >= 0 && files_has (all[i].fd);
    others += all[i].fd >= 0 && !files_has (all[i].fd);
  }
  if (ours && others) {
    rt->failure.pc = pc;
    rt_unsupported (function);
  }
  return files_are_ours () && !others;
}

static int
poll_any (struct pollfd *all, nfds_t count, const struct timespec *time, uint64_t pc)
{
  if (count)
    rt_plain (all, count * sizeof *all, true, pc);
  return wait_for_any (all, count, time, pc);
}

EXPORT int
poll (struct pollfd *all, nfds_t count, int timeout)
{
  if (are_ours (all, count, "poll of our and of other descriptors", CALLER)) {
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000l};
    return poll_any (all, count, timeout < 0 ? NULL : &time, CALLER);
  }
  outside_leave ("poll");
  return (int) files_result (SYS_CALL (poll, all, count, timeout));
}

EXPORT int
ppoll (struct pollfd *all, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
  if (are_ours (all, count, "ppoll of our and of other descriptors", CALLER)) {
    if (mask)
      rt_unsupported ("ppoll with a mask of signals");
    if (timeout && !time_is_valid (timeout, CALLER))
      return files_fail (EINVAL);
    return poll_any (all, count, timeout, CALLER);
  }
  outside_leave ("ppoll");
  return (int) files_result (SYS_CALL (ppoll, all, count, timeout, mask, sizeof (uint64_t)));
}

/* ---- select ---- */

static bool
has (const fd_set *set, int fd)
{
  return set && FD_ISSET (fd, set);
}

/* The call reads and writes these words of the set. */
static void
set_is_used (fd_set *set, int count, uint64_t pc)
{
  if (set && count > 0)
    rt_plain (set, ((size_t) count + NFDBITS - 1) / NFDBITS * sizeof (fd_mask), true, pc);
}

static int
keep (fd_set *set, int fd, bool ready)
{
  if (!has (set, fd))
    return 0;
  if (!ready)
    FD_CLR (fd, set);
  return ready;
}

static int
select_any (int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, uint64_t pc)
{
  struct pollfd all[FD_SETSIZE];
  nfds_t n = 0;
  int ready = 0;
  if (count < 0 || count > FD_SETSIZE || (time && (!time_is_valid (time, pc) || time->tv_sec < 0)))
    return files_fail (EINVAL);
  set_is_used (in, count, pc);
  set_is_used (out, count, pc);
  set_is_used (other, count, pc);
  for (int fd = 0; fd < count; fd++)
    if (has (in, fd) || has (out, fd) || has (other, fd))
      all[n++] = (struct pollfd) {fd, (short) ((has (in, fd) ? POLLIN : 0) | (has (out, fd) ? POLLOUT : 0)), 0};
  if (!are_ours (all, n, "select of our and of other descriptors", pc)) {
    rt->failure.pc = pc;
    rt_unsupported ("select of such descriptors");
  }
  for (nfds_t i = 0; i < n; i++)
    if (!*fd_slot (all[i].fd))
      return files_fail (EBADF);
  assert (n <= (nfds_t) count);
  wait_for_any (all, n, time, pc);
  for (nfds_t i = 0; i < n; i++) {
    ready += keep (in, all[i].fd, all[i].revents & (POLLIN | POLLHUP | POLLERR));
    ready += keep (out, all[i].fd, all[i].revents & (POLLOUT | POLLERR));
    ready += keep (other, all[i].fd, false);
  }
  return ready;
}

EXPORT int
select (int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict timeout)
{
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (select, count, in, out, other, timeout));
  if (timeout)
    rt_plain (timeout, sizeof *timeout, false, CALLER);
  struct timespec time = timeout ? (struct timespec) {timeout->tv_sec, 1000 * timeout->tv_usec} : (struct timespec) {0};
  return select_any (count, in, out, other, timeout ? &time : NULL, CALLER);
}

EXPORT int
pselect (int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, const struct timespec *restrict timeout,
         const sigset_t *restrict mask)
{
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (pselect6, count, in, out, other, timeout, 0));
  if (mask)
    rt_unsupported ("pselect with a mask of signals");
  return select_any (count, in, out, other, timeout, CALLER);
}

/* ---- epoll of the kernel's descriptors ---- */

EXPORT int
epoll_ctl (int set, int operation, int fd, struct epoll_event *event)
{
  uint64_t pc = CALLER;
  if (files_are_ours () && files_has (fd)) {
    rt->failure.pc = pc;
    rt_unsupported ("epoll on a file, pipe, eventfd or timer that the checker keeps in memory");
  }
  if (files_are_ours () && event)
    rt_plain (event, sizeof *event, false, pc);
  return (int) files_result (SYS_CALL (epoll_ctl, set, operation, fd, event));
}
