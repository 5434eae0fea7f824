/* Message queues of this process; those of other processes are not modelled. A queue is
 * a node, and mqd_t a descriptor, as in Linux; the table of names is one object.
 * Messages of equal priority are received in the order in which they were sent. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/core/sys.h"

#define NAMES 32

struct message { struct message *next; unsigned priority; size_t bytes; const void *data; };

struct queue {
  long most, bytes, count;        /* capacity in messages, bytes of a message, messages in it */
  struct message *first;          /* the one that is received next */
};

struct named { struct node *node; char name[NAME_MAX + 1]; };   /* node NULL: no entry */

/* In the program's memory: empty at the start of each execution. */
static struct named all[NAMES];

static void
announce (uint64_t pc)
{
  op_change (all, NATIVE_FILE_LOOKUP, pc);
  race_acquire (all);
  race_release (all);
}

static struct named *
find (const char *name)
{
  for (size_t i = 0; i < NAMES; i++)
    if (all[i].node && !strcmp (all[i].name, name))
      return &all[i];
  return NULL;
}

/* ---- names ---- */

/* The name without its slash; NULL: errno is set. */
static const char *
plain_name (const char *name, uint64_t pc)
{
  rt_plain (name, strlen (name) + 1, false, pc);
  errno = name[0] != '/' ? EINVAL : !name[1] ? ENOENT : strchr (name + 1, '/') ? EACCES : strlen (name + 1) > NAME_MAX ? ENAMETOOLONG : 0;
  return errno ? NULL : name + 1;
}

static struct node *
make (const char *name, const struct mq_attr *attributes)
{
  assert (*name && strlen (name) <= NAME_MAX && !find (name));
  for (size_t i = 0; i < NAMES; i++)
    if (!all[i].node) {
      struct node *n = all[i].node = node_new (NODE_QUEUE, 0600);
      n->queue = files_alloc (sizeof *n->queue);
      *n->queue = (struct queue) {.most = attributes ? attributes->mq_maxmsg : 10, .bytes = attributes ? attributes->mq_msgsize : 8192};
      memcpy (all[i].name, name, strlen (name) + 1);
      files_name_object (n->id, "the queue /%s", name);
      return n;
    }
  rt_unsupported ("having more than 32 message queues");
}

EXPORT mqd_t
mq_open (const char *name, int flags, ...)
{
  uint64_t pc = CALLER;
  const struct mq_attr *attributes = NULL;
  if (flags & O_CREAT) {
    va_list args;
    va_start (args, flags);
    (void) va_arg (args, unsigned);   /* permissions: there is one user */
    attributes = va_arg (args, const struct mq_attr *);
    va_end (args);
  }
  if (!files_are_ours ())
    rt_unsupported ("mq_open without a check");
  if (attributes)
    rt_plain (attributes, sizeof *attributes, false, pc);
  name = plain_name (name, pc);
  if (!name)
    return -1;
  announce (pc);
  const struct named *q = find (name);
  bool makes = !q && flags & O_CREAT;
  int error = q && flags & O_CREAT && flags & O_EXCL ? EEXIST : !q && !makes ? ENOENT
              : makes && attributes && (attributes->mq_maxmsg <= 0 || attributes->mq_msgsize <= 0) ? EINVAL : 0;
  if (error)
    return files_fail (error);
  struct node *n = q ? q->node : make (name, attributes);
  return fd_open (n, NULL, (flags & (O_ACCMODE | O_NONBLOCK)) | O_CLOEXEC, pc);
}

EXPORT int
mq_unlink (const char *name)
{
  uint64_t pc = CALLER;
  name = plain_name (name, pc);
  if (!name)
    return -1;
  announce (pc);
  struct named *q = find (name);
  if (!q)
    return files_fail (ENOENT);
  q->node = NULL;                 /* open descriptors keep the node */
  return 0;
}

/* NULL: not a queue, or its access mode is not_with; errno is set. */
static struct description *
queue_find (mqd_t fd, int not_with, uint64_t pc)
{
  struct description *d = files_has (fd) ? fd_find (fd, pc) : NULL;
  if (d && d->node->kind == NODE_QUEUE && (d->flags & O_ACCMODE) != not_with)
    return d;
  errno = EBADF;
  return NULL;
}

EXPORT int
mq_close (mqd_t fd)
{
  return queue_find (fd, -1, CALLER) ? fd_close (fd, CALLER) : -1;
}

/* ---- messages ---- */

static bool
has_message (struct rt_thread *t)
{
  return ((const struct node *) t->object)->queue->count;
}

static bool
has_room (struct rt_thread *t)
{
  const struct queue *q = ((const struct node *) t->object)->queue;
  return q->count < q->most;
}

short
queue_events (const struct node *n)
{
  assert (n->kind == NODE_QUEUE && n->queue->count >= 0 && n->queue->count <= n->queue->most);
  return (short) ((n->queue->count ? POLLIN | POLLRDNORM : 0) | (n->queue->count < n->queue->most ? POLLOUT | POLLWRNORM : 0));
}

/* Waits until a message can be sent or received; a wait with a time-out may always time out. */
static int
await (struct description *d, bool sends, const struct timespec *until, uint64_t pc)
{
  bool waits = !(d->flags & O_NONBLOCK);
  if (file_wait_until (d, sends, 0, sends ? has_room : has_message, waits && !until, pc))
    return 0;
  if (!waits)
    return files_fail (EAGAIN);
  assert (until);
  time_over (rt_self (), until);
  return files_fail (ETIMEDOUT);
}

static void
add_message (struct queue *q, const void *data, size_t bytes, unsigned priority)
{
  struct message *m = files_alloc (sizeof *m), **at = &q->first;
  void *copy = files_alloc (bytes + 1);
  memcpy (copy, data, bytes);
  *m = (struct message) {.priority = priority, .bytes = bytes, .data = copy};
  while (*at && ((*at)->priority > priority || (*at)->priority == priority))
    at = &(*at)->next;
  m->next = *at;
  *at = m;
  q->count++;
  assert ((!m->next || m->next->priority < priority) && q->count <= q->most && (long) bytes <= q->bytes);
}

static int
send (mqd_t fd, const char *data, size_t bytes, unsigned priority, const struct timespec *until, uint64_t pc)
{
  cancel_point (pc);
  if (until && (!time_is_valid (until, pc) || until->tv_sec < 0))
    return files_fail (EINVAL);
  if (priority >= MQ_PRIO_MAX)
    return files_fail (EINVAL);
  struct description *d = queue_find (fd, O_RDONLY, pc);
  if (!d)
    return -1;
  if ((long) bytes > d->node->queue->bytes)
    return files_fail (EMSGSIZE);
  data = file_bring (data, bytes, pc);
  if (await (d, true, until, pc))
    return -1;
  add_message (d->node->queue, data, bytes, priority);
  op_value (bytes);
  return 0;
}

static ssize_t
receive (mqd_t fd, char *to, size_t bytes, unsigned *priority, const struct timespec *until, uint64_t pc)
{
  cancel_point (pc);
  if (until && (!time_is_valid (until, pc) || until->tv_sec < 0))
    return files_fail (EINVAL);
  struct description *d = queue_find (fd, O_WRONLY, pc);
  if (!d)
    return -1;
  if ((long) bytes < d->node->queue->bytes)
    return files_fail (EMSGSIZE);
  if (await (d, false, until, pc))
    return -1;
  struct queue *q = d->node->queue;
  const struct message *m = q->first;
  assert (m && q->count > 0 && m->bytes <= bytes);
  q->first = m->next;
  q->count--;
  op_value (m->bytes);
  if (m->bytes)
    file_give (to, m->data, m->bytes, pc);
  if (priority)
    file_give (priority, &m->priority, sizeof *priority, pc);
  return (ssize_t) m->bytes;
}

EXPORT int
mq_send (mqd_t fd, const char *data, size_t bytes, unsigned priority)
{
  return send (fd, data, bytes, priority, NULL, CALLER);
}

EXPORT int
mq_timedsend (mqd_t fd, const char *data, size_t bytes, unsigned priority, const struct timespec *until)
{
  return send (fd, data, bytes, priority, until, CALLER);
}

EXPORT ssize_t
mq_receive (mqd_t fd, char *to, size_t bytes, unsigned *priority)
{
  return receive (fd, to, bytes, priority, NULL, CALLER);
}

EXPORT ssize_t
mq_timedreceive (mqd_t fd, char *restrict to, size_t bytes, unsigned *restrict priority, const struct timespec *restrict until)
{
  return receive (fd, to, bytes, priority, until, CALLER);
}

/* ---- attributes ---- */

/* Either may be NULL. */
static int
attributes (mqd_t fd, const struct mq_attr *new, struct mq_attr *old, uint64_t pc)
{
  struct description *d = queue_find (fd, -1, pc);
  if (!d)
    return -1;
  if (new && new->mq_flags & ~(long) O_NONBLOCK)
    return files_fail (EINVAL);
  struct rt_thread *t = op_begin (NATIVE_FILE_STAT, pc);
  file_touch (t, d->node->id, ACCESS_READ);
  file_touch (t, d->id, new ? ACCESS_WRITE : ACCESS_READ);
  file_announce (t);
  const struct queue *q = d->node->queue;
  struct mq_attr now = {.mq_flags = d->flags & O_NONBLOCK, .mq_maxmsg = q->most, .mq_msgsize = q->bytes, .mq_curmsgs = q->count};
  if (new)
    fd_change_flags (d, (d->flags & ~O_NONBLOCK) | (int) (new->mq_flags & O_NONBLOCK), pc);
  if (old)
    file_give (old, &now, sizeof now, pc);
  return 0;
}

EXPORT int
mq_setattr (mqd_t fd, const struct mq_attr *restrict new, struct mq_attr *restrict old)
{
  rt_plain (new, sizeof *new, false, CALLER);
  return attributes (fd, new, old, CALLER);
}

EXPORT int
mq_getattr (mqd_t fd, struct mq_attr *out)
{
  return attributes (fd, NULL, out, CALLER);
}

EXPORT int
mq_notify (mqd_t fd, const struct sigevent *event)
{
  (void) fd, (void) event;
  rt->failure.pc = CALLER;
  rt_unsupported ("mq_notify");
}
