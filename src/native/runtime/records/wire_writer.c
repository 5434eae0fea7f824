/* Records for the supervisor. */

#include "native/runtime/records/wire_writer.h"

#include <assert.h>
#include <link.h>
#include <string.h>

#include "base/digest.h"
#include "base/mem.h"
#include "native/runtime/core/explorer.h"
#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"

#define FRAMES 256                /* of one stack, at most */

void
wire_put (struct wire_writer *w, const void *data, size_t bytes)
{
  assert (w->record.count + bytes <= UINT32_MAX);
  VEC_RESERVE (w->record, w->record.count + bytes);
  memcpy (w->record.data + w->record.count, data, bytes);
  w->record.count += bytes;
}

static void
send_record (struct wire_writer *w, enum wire_type type)
{
  struct wire_record head = w->out < 0 ? (struct wire_record) {.type = type} : seal_head (type, (uint32_t) w->record.count);
  const char *parts[] = {(const char *) &head, w->record.data};
  size_t sizes[] = {sizeof head, w->record.count};
  for (int i = 0; i < 2 && w->out >= 0; i++)
    for (size_t done = 0; done < sizes[i];) {
      long n = SYS_CALL (write, w->out, parts[i] + done, sizes[i] - done);
      if (n <= 0)
        SYS_CALL (exit_group, 3);
      done += (size_t) n;
    }
  w->record.count = 0;
}

static int
put_module (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  char path[4096];
  const char *name = info->dlpi_name;
  bool is_program = !name[0];
  if (is_program) {
    long n = SYS_CALL (readlink, "/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    name = path;
  }
  struct wire_module m = {info->dlpi_addr, (uint32_t) strlen (name), is_program};
  wire_put (context, &m, sizeof m);
  wire_put (context, name, m.path_bytes);
  return 0;
}

void
wire_send_hello (struct wire_writer *w)
{
  dl_iterate_phdr (put_module, w);
  send_record (w, WIRE_HELLO);
}

void
wire_send_progress (struct wire_writer *w, const struct wire_progress *progress)
{
  wire_put (w, progress, sizeof *progress);
  send_record (w, WIRE_PROGRESS);
}

void
wire_send_states (struct wire_writer *w)
{
  send_record (w, WIRE_STATES);
}

/* True if a finding with the same key was sent. The frames of the threads are not enough
 * for a key: a thread may fail where it stood when another one failed. */
static bool
is_known (struct wire_writer *w, const struct exec_failure *failure, const struct wire_thread *threads, const uint64_t *frames, size_t nframes)
{
  size_t nthreads = exec_threads (w->exec);
  uint64_t key = digest_add (digest_add (failure->kind, native_failed_thread (w->exec)), nthreads);
  for (size_t i = 0; i < nthreads; i++)
    key = digest_add (key, threads[i].nframes);
  for (size_t i = 0; i < nframes; i++)
    key = digest_add (key, frames[i]);
  for (size_t i = 0; i < w->nknown; i++)
    if (w->known[i] == key)
      return true;
  if (w->nknown < WIRE_WRITER_KNOWN)
    w->known[w->nknown++] = key;
  return false;
}

void
wire_send_finding (struct wire_writer *w, const struct exec_failure *failure, uint64_t execution)
{
  size_t nthreads = exec_threads (w->exec), depth = native_depth (w->exec), nframes = 0;
  uint64_t *frames = mem_alloc ((nthreads + 1) * FRAMES * sizeof *frames);
  struct wire_thread *threads = mem_alloc (nthreads * sizeof *threads);
  for (thread_id t = 0; t < nthreads; t++)
    nframes += native_describe_thread (w->exec, t, &threads[t], frames + nframes, FRAMES);
  struct native_memory memory;
  thread_id whose;
  size_t other = native_describe_other (w->exec, frames + nframes, FRAMES, &whose);
  nframes += other;
  assert (nframes <= (nthreads + 1) * FRAMES);
  if (!is_known (w, failure, threads, frames, nframes)) {
    struct wire_finding f = {.kind = failure->kind,
                             .thread = native_failed_thread (w->exec),
                             .execution = execution,
                             .message_bytes = (uint32_t) strlen (failure->message),
                             .nsteps = (uint32_t) depth,
                             .nthreads = (uint32_t) nthreads,
                             .other_frames = (uint32_t) other,
                             .other_thread = whose,
                             .loop = w->loop,
                             .nframes = nframes};
    native_describe_memory (w->exec, &f, &memory);
    wire_put (w, &f, sizeof f);
    wire_put (w, failure->message, f.message_bytes);
    for (size_t i = 0; i < depth; i++) {
      struct wire_step step = native_describe_step (w->exec, i);
      wire_put (w, &step, sizeof step);
    }
    wire_put (w, threads, nthreads * sizeof *threads);
    wire_put (w, frames, nframes * sizeof *frames);
    wire_put (w, memory.touches, f.ntouches * sizeof *memory.touches);
    wire_put (w, memory.blocks, f.nblocks * sizeof *memory.blocks);
    wire_put (w, memory.locals, f.nlocals * sizeof *memory.locals);
    send_record (w, WIRE_FINDING);
  }
  mem_free (threads);
  mem_free (frames);
}

void
wire_send_done (struct wire_writer *w, struct wire_done *done, const char *reason)
{
  done->reason_bytes = (uint32_t) strlen (reason);
  wire_put (w, done, sizeof *done);
  wire_put (w, reason, done->reason_bytes);
  send_record (w, WIRE_DONE);
}

void
wire_send_error (int out, const char *reason)
{
  struct wire_writer w = {.out = out};
  wire_send_done (&w, &(struct wire_done) {0}, reason);
}
