/* What runs inside a program under test: the exploration over the native
 * execution, told to the supervisor as records (native/wire.h). System calls
 * are made directly, since the C library's functions are the program's here. */

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/distinct.h"
#include "base/mem.h"
#include "base/vec.h"
#include "native/runtime/inside.h"
#include "native/runtime/sys.h"
#include "search/stateless/stateless.h"
#include "search/stateless/traces.h"

#define FRAMES 256                /* told of one stack */
#define KNOWN 256                 /* findings that are told apart */

struct inside {
  struct exec *exec;
  const struct wire_orders *orders;
  int out;
  struct result result;
  double start, last;
  uint64_t executions;
  struct traces traces;
  struct distinct seen;           /* traces of executions that are to be told apart */
  uint64_t known[KNOWN];          /* findings told already */
  size_t nknown;
  VEC (char) record;
};

/* ---- telling ---- */

static void
put (struct inside *in, const void *data, size_t bytes)
{
  VEC_RESERVE (in->record, in->record.count + bytes);
  memcpy (in->record.data + in->record.count, data, bytes);
  in->record.count += bytes;
}

static void
send_record (struct inside *in, enum wire_type type)
{
  struct wire_record head = {type, (uint32_t) in->record.count};
  const char *parts[] = {(const char *) &head, in->record.data};
  size_t sizes[] = {sizeof head, in->record.count};
  for (int i = 0; i < 2 && in->out >= 0; i++)
    for (size_t done = 0; done < sizes[i];) {
      long n = SYS_CALL (write, in->out, parts[i] + done, sizes[i] - done);
      if (n <= 0)
        SYS_CALL (exit_group, 3);    /* nobody listens any more */
      done += (size_t) n;
    }
  in->record.count = 0;
}

static double
now (void)
{
  struct timespec t;
  SYS_CALL (clock_gettime, CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* One finding is told once, however many executions show it. Where threads stand
 * is not enough: one may have failed where it stood when another failed. */
static bool
is_known (struct inside *in, const struct exec_failure *failure, const uint64_t *frames, size_t nframes)
{
  uint64_t key = (failure->kind + 64u * native_failed_thread (in->exec)) * 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < nframes; i++)
    key = (key ^ frames[i]) * 0xff51afd7ed558ccdu;
  for (size_t i = 0; i < in->nknown; i++)
    if (in->known[i] == key)
      return true;
  if (in->nknown < KNOWN)
    in->known[in->nknown++] = key;
  return false;
}

static void
tell_finding (struct inside *in, const struct exec_failure *failure)
{
  size_t nthreads = exec_threads (in->exec), depth = native_depth (in->exec), nframes = 0;
  uint64_t *frames = mem_alloc ((nthreads + 1) * FRAMES * sizeof *frames);
  struct wire_thread *threads = mem_alloc (nthreads * sizeof *threads);
  for (thread_id t = 0; t < nthreads; t++)
    nframes += native_thread_told (in->exec, t, &threads[t], frames + nframes, FRAMES);
  size_t other = native_other_told (in->exec, frames + nframes, FRAMES);
  nframes += other;
  if (!is_known (in, failure, frames, nframes)) {
    struct wire_finding f = {.kind = failure->kind,
                             .thread = native_failed_thread (in->exec),
                             .execution = in->executions,
                             .message_bytes = (uint32_t) strlen (failure->message),
                             .nsteps = (uint32_t) depth,
                             .nthreads = (uint32_t) nthreads,
                             .other_frames = (uint32_t) other,
                             .nframes = nframes};
    put (in, &f, sizeof f);
    put (in, failure->message, f.message_bytes);
    for (size_t i = 0; i < depth; i++) {
      struct wire_step step = native_step_told (in->exec, i);
      put (in, &step, sizeof step);
    }
    put (in, threads, nthreads * sizeof *threads);
    put (in, frames, nframes * sizeof *frames);
    send_record (in, WIRE_FINDING);
  }
  mem_free (threads);
  mem_free (frames);
}

static int
tell_module (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  struct inside *in = context;
  char path[4096];
  const char *name = info->dlpi_name;
  bool is_program = !name[0];
  if (is_program) {
    long n = SYS_CALL (readlink, "/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    name = path;
  }
  struct wire_module m = {info->dlpi_addr, (uint32_t) strlen (name), is_program};
  put (in, &m, sizeof m);
  put (in, name, m.path_bytes);
  return 0;
}

static void
tell_done (struct inside *in, bool broken)
{
  const struct stats *s = &in->result.stats;
  struct wire_done done = {.exhaustive = in->result.exhaustive,
                           .broken = broken,
                           .threads = exec_threads (in->exec),
                           .executions = s->executions,
                           .blocked = s->blocked,
                           .cut = s->cut,
                           .transitions = s->transitions,
                           .max_depth = s->max_depth,
                           .seconds = now () - in->start,
                           .traces = in->seen.count,
                           .traces_sum = in->seen.sum,
                           .reason_bytes = (uint32_t) strlen (in->result.reason)};
  native_ends_told (in->exec, &done.ends, &done.ends_sum);
  put (in, &done, sizeof done);
  put (in, in->result.reason, done.reason_bytes);
  send_record (in, WIRE_DONE);
}

/* ---- exploring ---- */

static void
on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  (void) steps, (void) n;
  tell_finding (context, failure);
}

static bool
on_progress (void *context, const struct stateless_progress *p)
{
  struct inside *in = context;
  in->executions = p->executions;
  struct wire_progress told = {p->executions, p->blocked, p->transitions, p->depth, 0, p->seconds, p->share};
  put (in, &told, sizeof told);
  send_record (in, WIRE_PROGRESS);
  return true;
}

static void
on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct inside *in = context;
  in->executions++;
  if (native_end_observe (in->exec, end))
    distinct_add (&in->seen, traces_number (&in->traces, in->exec, steps, n));
}

static void
explore (struct inside *in)
{
  static const char *const names[] = {"none", "dpor", "source", "optimal"};
  const struct wire_orders *o = in->orders;
  struct stateless_run run = {
    .exec = in->exec,
    .reduction = reduction_find (names[o->por < WIRE_PORS ? o->por : WIRE_POR_OPTIMAL]),
    .sleep = o->sleep,
    .all = o->all,
    .max_events = o->max_events == UINT64_MAX ? 0 : o->max_events,
    .max_executions = o->max_executions == UINT64_MAX ? 0 : o->max_executions,
    .bound_preemptions = o->preemptions != UINT64_MAX,
    .max_preemptions = o->preemptions > UINT32_MAX ? UINT32_MAX : (uint32_t) o->preemptions,
    .max_seconds = o->seconds,
    .clock = now,
    .interrupt = native_interrupt (in->exec),
    .progress = on_progress,
    .found = on_found,
    .complete = on_complete,
    .context = in,
  };
  if (o->mode == WIRE_SAMPLE)
    stateless_sample (&run, o->seed, &in->result);
  else
    stateless_run (&run, &in->result);
  const char *partial = native_partial (in->exec);
  if (partial && in->result.exhaustive) {
    in->result.exhaustive = false;
    snprintf (in->result.reason, sizeof in->result.reason, "%s", partial);
  }
  tell_done (in, native_broken (in->exec));
}

/* ---- repeating ---- */

static thread_id
first_enabled (struct exec *e)
{
  for (thread_id t = 0; t < exec_threads (e); t++)
    if (exec_enabled (e, t))
      return t;
  return UINT32_MAX;
}

/* The given steps, then any. True: nothing went wrong. */
static bool
repeat (struct inside *in, const struct wire_choice *steps)
{
  struct exec *e = in->exec;
  struct exec_step step;
  bool fine = true;
  for (size_t i = 0;; i++) {
    bool given = i < in->orders->nsteps;
    thread_id t = given ? steps[i].thread : first_enabled (e);
    if (t == UINT32_MAX)
      break;
    if (given && in->orders->stop_before && i + 1 == in->orders->nsteps)
      __asm__ volatile ("int3");
    if (t >= exec_threads (e) || !exec_enabled (e, t)) {
      snprintf (in->result.reason, sizeof in->result.reason, "the trace does not fit: thread %u cannot make step %zu", t, i + 1);
      return false;
    }
    enum exec_outcome outcome = exec_step (e, t, given ? steps[i].alternative : 0, &step);
    bool failed = outcome == EXEC_FAILED || outcome == EXEC_BROKEN;
    if (failed) {
      fine = false;
      tell_finding (in, exec_failure (e));
    }
    if (failed && (outcome == EXEC_BROKEN || i + 1 >= in->orders->nsteps))
      return false;               /* earlier ones only halt a thread, as they did when the steps were found */
  }
  if (exec_end (e) != EXEC_DEADLOCK)
    return fine;
  tell_finding (in, exec_failure (e));
  return false;
}

int
inside_run (struct exec *e, const struct wire_orders *orders, const struct wire_choice *steps, int out)
{
  struct inside in = {.exec = e, .orders = orders, .out = out, .start = now ()};
  dl_iterate_phdr (tell_module, &in);
  send_record (&in, WIRE_HELLO);
  if (orders->mode != WIRE_REPLAY) {
    explore (&in);
    return 0;
  }
  bool fine = repeat (&in, steps);
  if (out < 0 && !fine)
    fprintf (stderr, "mazurka: %s\n", in.result.reason[0] ? in.result.reason : exec_failure (e)->message);
  in.result.exhaustive = false;
  tell_done (&in, false);
  return fine ? native_exit_status (e) : 1;
}
