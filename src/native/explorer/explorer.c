/* The explorer runs in place of the main function of a program under test. It searches the
 * program's executions, or replays given steps, and sends records to the supervisor. It is linked
 * into the program together with the runtime. It is a room of its own because it joins two rooms
 * that do not include each other: the runtime executes steps, the search decides which. */

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/distinct.h"
#include "base/mem.h"
#include "base/vec.h"
#include "native/explorer/states.h"
#include "native/runtime/core/explorer.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/records/wire_writer.h"
#include "search/stateless/stateful.h"
#include "search/stateless/stateless.h"
#include "search/stateless/traces.h"
#include "base/digest.h"

/* An execution that will be run again at the end (--repeat): its steps, and a digest of what they read and wrote. */
struct kept {
  struct stateless_step *steps;
  size_t count;
  uint64_t digest;
};

struct explorer {
  struct exec *exec;
  const struct wire_orders *orders;
  struct wire_writer wire;
  struct stateless_run run;
  struct result result;
  double start;
  uint64_t executions, sampled, sampled_errors;   /* sampled: executions that were drawn at random */
  struct traces traces;
  VEC (struct kept) kept;
  struct explorer_states states;   /* for temporal properties */
  VEC (struct exec_waiter) waiters;    /* the threads that wait in the states of a replayed loop */
  struct distinct seen;           /* Mazurkiewicz traces of executions that have observations */
};

static double
now (void)
{
  struct timespec t;
  SYS_CALL (clock_gettime, CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Seconds that are left; 0: no limit. Time before a restart counts, too. */
static const double LEAST = 0.1;

static double
left (const struct explorer *x)
{
  double l = x->orders->seconds - (now () - x->start);
  return x->orders->seconds <= 0 ? 0 : l > LEAST ? l : LEAST;
}

static void
send_done (struct explorer *x)
{
  const struct stats *s = &x->result.stats;
  struct wire_done done = {.exhaustive = x->result.exhaustive,
                           .threads = exec_threads (x->exec),
                           .executions = s->executions,
                           .blocked = s->blocked,
                           .cut = s->cut,
                           .states = s->states,
                           .runs = s->runs,
                           .replayed = s->replayed,
                           .revisits = s->revisits,
                           .transitions = s->transitions,
                           .max_depth = s->max_depth,
                           .seconds = now () - x->start,
                           .stateful = x->orders->stateful,
                           .sampled = x->sampled,
                           .traces = x->seen.count,
                           .traces_sum = x->seen.sum};
  done.broken = native_broken (x->exec, &done.broken_at);
  native_restarts (x->exec, done.restarts);
  native_changing (x->exec, &done);
  native_ends (x->exec, &done.ends, &done.ends_sum);
  wire_send_done (&x->wire, &done, x->result.reason);
}

/* ---- exploring ---- */

static void
on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  (void) steps, (void) n;
  struct explorer *x = context;
  wire_send_finding (&x->wire, failure, x->executions);
  if (failure->kind == FINDING_WEAK_MEMORY)
    native_doubt_told (x->exec);
  if (x->orders->temporal && !x->orders->all)
    x->run.found = NULL;          /* later findings are only counted: all states are needed */
}

static void
on_met (void *context)
{
  explorer_states_met (&((struct explorer *) context)->states);
}

static void
on_mapped (void *context, const struct graph *g)
{
  struct explorer *x = context;
  explorer_states_send (&x->states, g, &x->wire);
}

static bool
on_progress (void *context, const struct stateless_progress *p)
{
  struct explorer *x = context;
  x->executions = p->executions;
  wire_send_progress (&x->wire, &(struct wire_progress) {p->executions, p->blocked, p->transitions, p->depth, 0, now () - x->start, p->share});
  return true;
}

/* ---- repeating executions after others ---- */

static uint64_t
digest (struct explorer *x)
{
  uint64_t h = native_depth (x->exec);
  for (size_t i = 0; i < native_depth (x->exec); i++) {
    struct wire_step s = native_describe_step (x->exec, i);
    const uint64_t parts[] = {s.thread, s.alternative, s.kind, s.size, s.object, s.value, s.pc};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
      h = digest_add (h, parts[k]);
  }
  return h;
}

static void
keep (struct explorer *x, const struct stateless_step *steps, size_t n)
{
  struct kept k = {mem_alloc ((n + 1) * sizeof *steps), n, digest (x)};
  memcpy (k.steps, steps, n * sizeof *steps);
  VEC_PUSH (x->kept, k);
}

/* No execution may see anything of another one. The kept ones run again in reverse order, so that each has other
 * predecessors than in the first round, and their digests must be equal. */
static void
repeat_kept (struct explorer *x)
{
  for (size_t i = 0; i < x->kept.count; i++) {
    const struct kept *k = &x->kept.data[x->kept.count - 1 - i];
    bool same = true;
    exec_rewind (x->exec, 0);
    for (size_t s = 0; s < k->count && same; s++) {
      struct exec_step step = {0};
      same = exec_enabled (x->exec, k->steps[s].thread)
             && exec_step (x->exec, k->steps[s].thread, k->steps[s].alternative, &step) != EXEC_BROKEN;
    }
    if (same && digest (x) == k->digest)
      continue;
    x->result.exhaustive = false;
    snprintf (x->result.reason, sizeof x->result.reason, "an execution was not the same when it was repeated after others (--repeat)");
    return;
  }
}

static void
on_complete (void *context, enum exec_end end, const struct stateless_step *steps, size_t n)
{
  struct explorer *x = context;
  x->executions++;
  if (x->kept.count < x->orders->repeat)
    keep (x, steps, n);
  if (native_end_observe (x->exec, end))
    distinct_add (&x->seen, traces_number (&x->traces, x->exec, steps, n));
}

/* With many executions, the search may need long to reach a bug that almost every random
 * execution shows. So random executions run in between, for one second at most, each time the
 * number of executions has doubled. False if they found a violation and one is enough. */
static bool
on_pause (void *context)
{
  struct explorer *x = context;
  struct stateless_run run = x->run;
  struct result sampled = {0};
  run.max_executions = x->orders->sample_first;
  run.max_seconds = x->orders->seconds > 0 && left (x) < 1 ? left (x) : 1;
  run.complete = NULL;
  if (run.max_seconds > LEAST)
    stateless_sample (&run, x->orders->seed + x->sampled, &sampled);
  x->sampled += sampled.stats.executions + sampled.stats.cut;
  x->sampled_errors += sampled.errors;
  x->run.pause_after *= 2;
  return !sampled.errors || run.all;
}

/* ---- executions that do not end ---- */

enum { MOMENTS = 6, LONG_PATH = 20000 };     /* LONG_PATH: steps of an execution that reaches only new states */

static bool
on_endless (void *context)
{
  struct explorer *x = context;
  if (x->orders->may_store == WIRE_STORE_MAY && native_can_store (x->exec))
    native_store_states (x->exec);
  return true;
}

static void
on_trapped (void *context, size_t loop_start, const thread_id *stuck, size_t count, bool changes)
{
  struct explorer *x = context;
  x->wire.loop = (uint32_t) loop_start + 1;
  wire_send_finding (&x->wire, native_trapped (x->exec, stuck, count, changes), x->executions);
  x->wire.loop = 0;
}

/* The execution reached only new states. To report which variable changes, memory is compared between the last moments in
 * which the thread of the last step was at the same statement. */
static void
on_ever_new (void *context, const struct stateless_step *steps, size_t n)
{
  struct explorer *x = context;
  struct wire_step last = native_describe_step (x->exec, n - 1);
  size_t moments[MOMENTS], count = 0;
  (void) steps;
  for (size_t i = n; i-- > 0 && count < MOMENTS;) {
    struct wire_step s = native_describe_step (x->exec, i);
    if (s.thread == last.thread && s.pc == last.pc && s.kind == last.kind)
      moments[count++] = i + 1;
  }
  for (size_t i = 0; i < count; i++) {
    exec_rewind (x->exec, moments[i]);
    native_look_at_memory (x->exec);
  }
  native_forget_states (x->exec);
}

enum { MANY = 10000, TRIAL = 1024 };   /* MANY: executions before random ones are tried. TRIAL: transitions after which stored states must have saved work */

static void
explore (struct explorer *x)
{
  const struct wire_orders *o = x->orders;
  x->run = (struct stateless_run) {
    .exec = x->exec,
    .reduction = reduction_find (o->por),
    .sleep = o->sleep,
    .all = o->all,
    .max_events = o->max_events == UINT64_MAX ? 0 : o->max_events,
    .max_executions = o->max_executions == UINT64_MAX ? 0 : o->max_executions,
    .bound_preemptions = o->preemptions != UINT64_MAX,
    .max_preemptions = o->preemptions,
    .max_seconds = left (x),
    .patience = o->stateful ? 0 : o->patience,
    .clock = now,
    .trapped = o->no_deadlocks ? NULL : on_trapped,
    .interrupt = native_interrupt (x->exec),
    .progress = on_progress,
    .found = on_found,
    .complete = on_complete,
    .endless = on_endless,
    .pause_after = MANY,
    .pause = o->sample_first ? on_pause : NULL,
    .pause_context = x,
    .trial = TRIAL,
    .max_bytes = o->memory * 10,  /* stored states may use a quarter of this; the factor leaves room for the supervisor's copy */
    .context = x,
  };
  if (o->may_store == WIRE_STORE_DOES) {
    x->run.ever_new = on_ever_new;
    x->run.trial = 0;             /* executions are infinite */
    x->run.max_events = LONG_PATH;
    x->run.patience = o->seconds > 0 ? left (x) / 2 : o->patience / 2;
  }
  if (o->temporal) {
    x->run.full = x->run.all = true;
    x->run.trial = 0;
    x->run.no_livelocks = true;   /* an infinite loop is an ordinary run, and the formula decides */
    x->run.patience = 0;
    x->run.met = on_met;
    x->run.mapped = on_mapped;
  }
  if (!x->run.reduction || !x->run.reduction->programs)
    snprintf (x->result.reason, sizeof x->result.reason, "the program does not know the reduction '%s'", o->por);
  else if (o->mode == WIRE_SAMPLE)
    stateless_sample (&x->run, o->seed, &x->result);
  else if (o->stateful)
    stateful_run (&x->run, &x->result);
  else
    stateless_run (&x->run, &x->result);
  if (x->sampled_errors) {
    x->result.errors += x->sampled_errors;
    x->result.verdict = VERDICT_VIOLATION;
  }
  if (x->result.exhaustive && !x->result.errors)
    native_settle (x->exec);
  if (x->result.exhaustive)
    repeat_kept (x);
  const char *partial = native_partial (x->exec);
  if (partial && x->result.exhaustive) {
    x->result.exhaustive = false;
    snprintf (x->result.reason, sizeof x->result.reason, "%s", partial);
  }
  send_done (x);
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

/* A debugger stops here, before each step and, with UINT32_MAX for the thread,
 * after the last (native/mazurka-gdb.py). */
__attribute__ ((noinline, used)) void explorer_at_step (size_t, thread_id);
__attribute__ ((noinline, used)) void
explorer_at_step (size_t step, thread_id t)
{
  __asm__ volatile ("" : : "r" (step), "r" (t) : "memory");
}

/* Records which threads wait in the current state, which belongs to the replayed loop. */
static void
note_waiters (struct explorer *x)
{
  struct exec *e = x->exec;
  size_t n = 0;
  for (thread_id t = 0; t < exec_threads (e); t++) {
    struct exec_waiter w = {.thread = t};
    if (!exec_next (e, t))
      continue;
    e->class->waits (e, t, &w.wait);
    w.could = exec_enabled (e, t) || (n < x->waiters.count && x->waiters.data[n].could);
    if (n == x->waiters.count)
      VEC_PUSH (x->waiters, w);
    x->waiters.data[n++] = w;
  }
}

/* After the steps of a loop: reports the threads that cannot continue in any of its states. */
static bool
tell_trapped (struct explorer *x)
{
  const struct exec_waiter *w = x->waiters.data;
  size_t n = x->waiters.count;
  bool exits = false;
  VEC (thread_id) stuck = {0};
  for (size_t i = 0; i < n; i++)
    exits |= w[i].wait.exits;
  VEC_RESERVE (stuck, n);
  stuck.count = exec_stuck (w, n, exits, x->orders->is_deadlock, stuck.data);
  if (stuck.count)
    on_trapped (x, x->orders->livelock - 1, stuck.data, stuck.count, x->orders->is_deadlock);
  else
    snprintf (x->result.reason, sizeof x->result.reason, "every thread can continue in the loop");
  bool any = stuck.count;
  VEC_FREE (stuck);
  return any;
}

/* Replays a livelock: the given steps, the last of which close a loop. */
static bool
repeat_loop (struct explorer *x, const struct wire_choice *steps)
{
  struct exec *e = x->exec;
  uint32_t first[8], *last = NULL;
  size_t words = 0;
  for (size_t i = 0; i <= x->orders->nsteps; i++) {
    struct exec_step step = {0};
    const uint32_t *state = exec_state (e, &words);
    if (words <= sizeof first / sizeof *first && (i + 1 == x->orders->livelock || i == x->orders->nsteps)) {
      if (i == x->orders->nsteps)
        last = (uint32_t *) state;
      else
        memcpy (first, state, words * sizeof *state);
    }
    if (i + 1 >= x->orders->livelock)
      note_waiters (x);
    if (i < x->orders->nsteps && (steps[i].thread >= exec_threads (e) || !exec_enabled (e, steps[i].thread)
                                  || exec_step (e, steps[i].thread, steps[i].alternative, &step) == EXEC_BROKEN)) {
      snprintf (x->result.reason, sizeof x->result.reason, "the trace does not fit: thread %u cannot make step %zu", steps[i].thread, i + 1);
      return false;
    }
  }
  if (last && !memcmp (first, last, words * sizeof *last))
    return !tell_trapped (x);
  snprintf (x->result.reason, sizeof x->result.reason, "the steps do not lead back to where their loop begins");
  return true;
}

/* A long replay sends signs of life, or the supervisor would assume an endless loop. */
static void
repeat_progress (struct explorer *x, size_t steps)
{
  enum { BETWEEN = 1024 };
  if (steps % BETWEEN == 0)
    wire_send_progress (&x->wire, &(struct wire_progress) {.transitions = steps, .depth = steps, .seconds = now () - x->start});
}

/* Replays the given steps, then continues with the first enabled thread. True if nothing failed. */
static bool
repeat (struct explorer *x, const struct wire_choice *steps)
{
  static const struct exec_failure here = {.kind = FINDING_ASSERTION, .message = "stopped here"};
  struct exec *e = x->exec;
  struct exec_step step;
  bool fine = true;
  for (size_t i = 0;; i++) {
    bool given = i < x->orders->nsteps;
    if (!given && x->orders->stops) {
      wire_send_finding (&x->wire, &here, x->executions);
      return fine;
    }
    thread_id t = given ? steps[i].thread : first_enabled (e);
    repeat_progress (x, i);
    if (t == UINT32_MAX)
      break;
    if (x->orders->debugged)
      explorer_at_step (i, t);
    if (t >= exec_threads (e) || !exec_enabled (e, t)) {
      snprintf (x->result.reason, sizeof x->result.reason, "the trace does not fit: thread %u cannot make step %zu", t, i + 1);
      return false;
    }
    enum exec_outcome outcome = exec_step (e, t, given ? steps[i].alternative : 0, &step);
    bool failed = outcome == EXEC_FAILED || outcome == EXEC_BROKEN;
    if (outcome == EXEC_DOUBT && i + 1 == x->orders->nsteps)
      wire_send_finding (&x->wire, exec_failure (e), x->executions);
    if (failed) {
      fine = false;
      wire_send_finding (&x->wire, exec_failure (e), x->executions);
    }
    if (failed && (outcome == EXEC_BROKEN || i + 1 >= x->orders->nsteps))
      return false;               /* earlier failures only stop their thread, as they did in the search */
  }
  if (exec_end (e) != EXEC_BAD)
    return fine;
  wire_send_finding (&x->wire, exec_failure (e), x->executions);
  return false;
}

/* Replays a counterexample of a temporal property; the supervisor checks that its loop closes. */
static bool
repeat_run (struct explorer *x, const struct wire_choice *steps)
{
  static const struct exec_failure found = {.kind = FINDING_LTL, .message = "a run"};
  if (!explorer_states_repeat (&x->states, steps, x->orders->nsteps, x->orders->loop_start, &x->wire, x->result.reason,
                              sizeof x->result.reason))
    return false;
  wire_send_finding (&x->wire, &found, 0);
  return true;
}

int
explorer_run (struct exec *e, const struct wire_orders *orders, const struct wire_choice *steps, int out)
{
  struct explorer x = {.exec = e, .orders = orders, .wire = {.exec = e, .out = out}, .start = native_begun (e, now ())};
  x.states = (struct explorer_states) {.exec = e, .nobserved = orders->nobserved};
  wire_send_hello (&x.wire);
  if (orders->mode != WIRE_REPLAY) {
    explore (&x);
    return 0;
  }
  bool loops = orders->livelock && orders->livelock <= orders->nsteps;
  bool fine = orders->is_run ? repeat_run (&x, steps) : loops ? repeat_loop (&x, steps) : repeat (&x, steps);
  if (orders->debugged)
    explorer_at_step (orders->nsteps, UINT32_MAX);
  if (out < 0 && !fine)
    fprintf (stderr, "mazurka: %s\n", x.result.reason[0] ? x.result.reason : exec_failure (e)->message);
  x.result.exhaustive = false;
  send_done (&x);
  return fine ? native_exit_status (e) : 1;
}
