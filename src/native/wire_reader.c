#include "native/wire_reader.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "model/result.h"
#include "native/seal.h"

enum { MOST_BYTES = 1 << 30, MOST_TEXT = 1 << 16, KINDS = FINDING_WEAK_MEMORY + 1 };

/* ---- reading parts of a record ---- */

struct reader {
  const unsigned char *data;
  size_t left;
  bool failed;
};

static void
take (struct reader *r, void *out, size_t bytes)
{
  if (r->failed || bytes > r->left) {
    r->failed = true;
    memset (out, 0, bytes);
    return;
  }
  memcpy (out, r->data, bytes);
  r->data += bytes;
  r->left -= bytes;
}

/* `count` elements, on the heap, followed by a zero byte; NULL if the record is too short. */
static void *
take_array (struct reader *r, uint64_t count, size_t size)
{
  if (r->failed || count > r->left / size) {
    r->failed = true;
    return NULL;
  }
  char *out = mem_zalloc (count * size + 1);
  take (r, out, count * size);
  return out;
}

/* ---- records ---- */

void
wire_log_finding_release (struct wire_log_finding *f)
{
  mem_free (f->message);
  mem_free (f->steps);
  mem_free (f->threads);
  mem_free (f->frames);
  mem_free (f->touches);
  mem_free (f->blocks);
  mem_free (f->locals);
}

/* The exploration begins or restarts: drops its earlier records. */
static void
forget (struct wire_log *t)
{
  for (size_t i = 0; i < t->modules.count; i++)
    mem_free (t->modules.data[i].path);
  for (size_t i = 0; i < t->findings.count; i++)
    wire_log_finding_release (&t->findings.data[i]);
  t->modules.count = t->findings.count = 0;
  t->states.count = t->values.count = t->edges.count = 0;
  t->progress = (struct wire_progress) {0};
  t->before = 0;
  t->kept = 0;
  for (size_t i = 0; i < t->names.count; i++)
    t->kept += strlen (t->names.data[i].text);
}

void
wire_log_deny (struct wire_log *t)
{
  if (!t->is_denied)
    t->before = t->findings.count;
  t->is_denied = true;
}

size_t
wire_log_drop_doubtful (struct wire_log *t)
{
  size_t dropped = 0;
  assert (!t->is_denied || t->before <= t->findings.count);
  for (; t->is_denied && t->findings.count > t->before; dropped++)
    wire_log_finding_release (&VEC_POP (t->findings));
  return dropped;
}

void
wire_log_restart (struct wire_log *t, const uint64_t nonce[2])
{
  forget (t);
  t->has_begun = t->is_again = false;
  t->nonce[0] = nonce[0];
  t->nonce[1] = nonce[1];
  t->nrecords = t->pending.count = 0;
}

static bool
read_hello (struct wire_log *t, struct reader *r)
{
  forget (t);
  t->has_begun = true;
  while (r->left && !r->failed) {
    struct wire_module m;
    take (r, &m, sizeof m);
    char *path = take_array (r, m.path_bytes, 1);
    if (path)
      VEC_PUSH (t->modules, ((struct wire_log_module) {m.base, path, m.is_program}));
  }
  return !r->failed;
}

static bool
read_note (struct wire_log *t, struct reader *r)
{
  if (r->left > MOST_TEXT)
    return false;
  char *text = take_array (r, r->left, 1);
  for (size_t i = 0; i < t->notes.count; i++)
    if (!strcmp (t->notes.data[i], text)) {
      mem_free (text);
      return true;
    }
  VEC_PUSH (t->notes, text);
  return true;
}

static bool
read_name (struct wire_log *t, struct reader *r)
{
  struct wire_name n;
  take (r, &n, sizeof n);
  if (r->left > MOST_TEXT)
    return false;
  char *text = take_array (r, r->left, 1);
  if (text)
    VEC_PUSH (t->names, ((struct wire_log_name) {n.object, text}));
  return !r->failed;
}

/* Threads are listed in the order of their numbers. */
static bool
has_thread (const struct wire_log_finding *f, uint32_t thread)
{
  return thread < f->head.nthreads && f->threads[thread].thread == thread;
}

static bool
read_unseen (struct wire_log *t, struct reader *r)
{
  struct wire_unseen head;
  take (r, &head, sizeof head);
  if (r->left > MOST_TEXT)
    return false;
  struct wire_log_unseen u = {.pc = head.pc, .function = take_array (r, head.function_bytes, 1)};
  u.library = take_array (r, r->left, 1);
  if (u.function && u.library) {
    VEC_PUSH (t->unseen, u);
    return true;
  }
  mem_free (u.function);
  mem_free (u.library);
  return false;
}

/* True if the counts and numbers in the finding's parts are consistent. */
static bool
fits (const struct wire_log_finding *f)
{
  uint64_t frames = f->head.other_frames;
  for (uint32_t i = 0; i < f->head.nthreads; i++) {
    if (!has_thread (f, i) || f->threads[i].waits_kind >= NATIVE_OP_COUNT)
      return false;
    frames += f->threads[i].nframes;
  }
  if (frames != f->head.nframes || f->head.kind >= KINDS || f->head.nsame > f->head.nblocks)
    return false;
  for (uint32_t i = 0; i < f->head.nsteps; i++)
    if (f->steps[i].kind >= NATIVE_OP_COUNT || !has_thread (f, f->steps[i].thread))
      return false;
  for (uint32_t i = 0; i < f->head.ntouches; i++)
    if (f->touches[i].kind >= NATIVE_OP_COUNT || !has_thread (f, f->touches[i].thread) || f->touches[i].step > f->head.nsteps)
      return false;
  return (f->head.thread == UINT32_MAX || has_thread (f, f->head.thread)) &&
         (f->head.other_thread == UINT32_MAX || has_thread (f, f->head.other_thread));
}

static bool
read_finding (struct wire_log *t, struct reader *r)
{
  struct wire_log_finding f = {0};
  take (r, &f.head, sizeof f.head);
  f.message = take_array (r, f.head.message_bytes, 1);
  f.steps = take_array (r, f.head.nsteps, sizeof *f.steps);
  f.threads = take_array (r, f.head.nthreads, sizeof *f.threads);
  f.frames = take_array (r, f.head.nframes, sizeof *f.frames);
  f.touches = take_array (r, f.head.ntouches, sizeof *f.touches);
  f.blocks = take_array (r, f.head.nblocks, sizeof *f.blocks);
  f.locals = take_array (r, f.head.nlocals, sizeof *f.locals);
  if (r->failed || r->left || !fits (&f)) {
    wire_log_finding_release (&f);
    return false;
  }
  VEC_PUSH (t->findings, f);
  return true;
}

/* Edges may lead to states of later records: states_ts.c checks them. */
static bool
read_states (struct wire_log *t, struct reader *r)
{
  while (r->left && !r->failed) {
    struct wire_state head;
    take (r, &head, sizeof head);
    struct wire_log_node s = {t->values.count, t->edges.count, head.nedges};
    if (r->failed || (uint64_t) head.nedges * sizeof (struct wire_edge) + t->nobserved * sizeof (int64_t) > r->left)
      return false;
    VEC_RESERVE (t->values, t->values.count + t->nobserved + 1);
    take (r, t->values.data + t->values.count, t->nobserved * sizeof (int64_t));
    t->values.count += t->nobserved;
    VEC_RESERVE (t->edges, t->edges.count + head.nedges + 1);
    take (r, t->edges.data + t->edges.count, head.nedges * sizeof (struct wire_edge));
    t->edges.count += head.nedges;
    VEC_PUSH (t->states, s);
  }
  return !r->failed;
}

/* Counts may decrease, because the search starts again with a larger bound on executions that do not end (stateless.c). */
static bool
read_progress (struct wire_log *t, struct reader *r)
{
  take (r, &t->progress, sizeof t->progress);
  return !r->failed && !r->left;
}

static bool
read_again (struct wire_log *t, struct reader *r)
{
  take (r, &t->again, sizeof t->again);
  t->is_again = !r->failed && !r->left;
  return t->is_again;
}

static bool
read_done (struct wire_log *t, struct reader *r)
{
  take (r, &t->done, sizeof t->done);
  if (t->done.exhaustive && !t->has_begun)
    return false;                 /* before HELLO nothing was explored */
  t->reason = take_array (r, t->done.reason_bytes, 1);
  t->is_done = !r->failed && !r->left;
  assert (!t->is_done || t->reason);
  return t->is_done;
}

static bool
read_record (struct wire_log *t, uint32_t type, struct reader *r)
{
  switch (type) {
  case WIRE_HELLO:
    return read_hello (t, r);
  case WIRE_PROGRESS:
    return read_progress (t, r);
  case WIRE_NOTE:
    return read_note (t, r);
  case WIRE_NAME:
    return read_name (t, r);
  case WIRE_UNSEEN:
    return read_unseen (t, r);
  case WIRE_FINDING:
    return read_finding (t, r);
  case WIRE_STATES:
    return read_states (t, r);
  case WIRE_DONE:
    return read_done (t, r);
  case WIRE_AGAIN:
    return read_again (t, r);
  }
  return false;
}

/* Results of the exploration come after HELLO; nothing comes after the last record. */
static bool
may_come (const struct wire_log *t, uint32_t type)
{
  bool is_explored = type == WIRE_FINDING || type == WIRE_PROGRESS || type == WIRE_STATES;
  if (t->is_done || t->is_again)
    return false;
  return t->has_begun || !is_explored;
}

/* The mistake in the head, or NULL. */
static const char *
wrong_head (struct wire_log *t, const struct wire_record *head)
{
  if (head->seal != seal_make (t->nonce, t->nrecords, head->type, head->bytes))
    return "a record that the checker inside has not written";
  if (head->bytes > MOST_BYTES)
    return "a record of more than a gigabyte";
  if (!may_come (t, head->type))
    return "a record where none may come";
  t->is_full = t->most && (head->type == WIRE_PROGRESS || head->type == WIRE_HELLO ? 0 : t->kept) + head->bytes > t->most;
  return t->is_full ? "more records than there is memory for" : NULL;
}

/* Reads the complete records; false at a malformed one. */
static bool
read_pending (struct wire_log *t)
{
  size_t at = 0;
  struct wire_record head;
  while (t->pending.count - at >= sizeof head) {
    memcpy (&head, t->pending.data + at, sizeof head);
    if ((t->malformed = wrong_head (t, &head)))
      return false;
    if (t->pending.count - at - sizeof head < head.bytes)
      break;
    struct reader r = {t->pending.data + at + sizeof head, head.bytes, false};
    if (!read_record (t, head.type, &r)) {
      t->malformed = "a record that does not fit together";
      return false;
    }
    at += sizeof head + head.bytes;
    t->nrecords++;
    if (head.type != WIRE_PROGRESS)
      t->kept += sizeof head + head.bytes;
  }
  assert (at <= t->pending.count && !t->malformed);
  if (at)
    memmove (t->pending.data, t->pending.data + at, t->pending.count -= at);
  return true;
}

enum wire_log_state
wire_log_read (struct wire_log *t, int fd)
{
  enum { CHUNK = 65536 };
  VEC_RESERVE (t->pending, t->pending.count + CHUNK);
  ssize_t n = read (fd, t->pending.data + t->pending.count, CHUNK);
  if (n < 0)
    return errno == EAGAIN || errno == EINTR ? WIRE_LOG_NOTHING_YET : WIRE_LOG_END;
  if (!n)
    return WIRE_LOG_END;
  t->pending.count += (size_t) n;
  return read_pending (t) ? WIRE_LOG_MORE : WIRE_LOG_END;
}

void
wire_log_release (struct wire_log *t)
{
  forget (t);
  for (size_t i = 0; i < t->notes.count; i++)
    mem_free (t->notes.data[i]);
  for (size_t i = 0; i < t->names.count; i++)
    mem_free (t->names.data[i].text);
  VEC_FREE (t->names);
  for (size_t i = 0; i < t->unseen.count; i++) {
    mem_free (t->unseen.data[i].function);
    mem_free (t->unseen.data[i].library);
  }
  VEC_FREE (t->unseen);
  VEC_FREE (t->modules);
  VEC_FREE (t->states);
  VEC_FREE (t->values);
  VEC_FREE (t->edges);
  VEC_FREE (t->findings);
  VEC_FREE (t->notes);
  VEC_FREE (t->pending);
  mem_free (t->reason);
}
