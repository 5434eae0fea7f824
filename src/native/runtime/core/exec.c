/* struct exec over coroutines: a step switches to the thread, which executes its
 * announced operation and runs until it announces the next one. */

#include "native/runtime/core/exec.h"
#include "native/runtime/core/explorer.h"

#include <assert.h>
#include <stdio.h>

#include "base/bits.h"
#include "native/runtime/state/checkpoint.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/program/proposition.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/memory_model/robust.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/state/undo.h"
#include "native/runtime/memory/zones.h"

struct rt *rt;
struct rt **mazurka_runtime_state __attribute__ ((used, visibility ("hidden"))) = &rt;   /* the name for debuggers: a program may have an `rt` of its own */

static size_t
native_threads (struct exec *e)
{
  (void) e;
  return rt->nthreads;
}

static const struct op *
native_next (struct exec *e, thread_id id)
{
  (void) e;
  assert (id < rt->nthreads);
  struct rt_thread *t = &rt->threads[id];
  return t->state == RT_ALIVE ? &t->op : NULL;   /* also when the process has ended: the operation might have come before the end */
}

static bool
native_enabled (struct exec *e, thread_id id)
{
  (void) e;
  assert (id < rt->nthreads && !rt->current);
  struct rt_thread *t = &rt->threads[id];
  return t->state == RT_ALIVE && !rt->run.exited && (!rt->run.section || rt->run.section == t) && rt_can_go (t);
}

/* native_enabled of all threads; without exits, sections and forks a thread is enabled if it is alive and ready. */
static void
native_all_enabled (struct exec *e, uint64_t *set)
{
  bool rule = !rt->run.exited && !rt->run.section && !rt->forked.active;
  thread_id count = (thread_id) rt->nthreads;
  struct rt_thread *t = rt->threads;
  assert (!rt->current && count && count <= RT_THREADS);
  for (thread_id i = 0; i < count; i++, t++)
    if (rule ? t->state == RT_ALIVE && rt_ready (t) : native_enabled (e, i))
      bits_add (set, i);
}

static uint32_t
native_alternatives (struct exec *e, thread_id id)
{
  (void) e;
  assert (native_enabled (e, id));
  struct rt_thread *t = &rt->threads[id];
  return rt->forked.active ? t->nways : t->ways ? t->ways (t) : 1;
}

#ifndef NDEBUG
/* True if the operation, as executed, touched what was announced or less. */
static bool
is_within (const struct op *done, const struct op *announced)
{
  if (done->access != rt->step.access)
    return true;                  /* an atomic section: announced as touching everything */
  bool is_less = done->conditional, is_within = done->kind == announced->kind && done->count == announced->count;
  for (uint32_t i = 0; i < done->count && is_within; i++) {
    const struct access *a = &done->access[i], *b = &announced->access[i];
    bool is_weaker = is_less && ((a->how == ACCESS_READ && b->how == ACCESS_WRITE) || (a->how == ACCESS_LOCK_SHARED && b->how == ACCESS_LOCK));
    is_within = a->object == b->object && a->mask == b->mask && (a->how == b->how || is_weaker);
  }
  return is_within;
}
#endif

void
native_run_step (struct rt_thread *t, uint32_t alternative)
{
  assert (!rt->replaying && !rt->current && t->op.count <= RT_ACCESSES);
#ifndef NDEBUG
  struct access access[RT_ACCESSES];
  struct op announced = t->op;
  for (uint32_t i = 0; i < t->op.count; i++)
    access[i] = t->access[i];
  announced.access = access;
#endif
  rt->step.exec.op = t->op;
  for (uint32_t i = 0; i < t->op.count; i++)
    rt->step.access[i] = t->access[i];
  rt->step.exec.op.access = rt->step.access;
  rt->step.exec.nreleased = 0;
  rt->step.exec.joined = 0;
  rt->step.exec.plain = NULL;
  if (rt->footprint)
    footprint_begin (&rt->step.exec.op);
  rt->step.plain = 0;
  rt->step.exec.released = rt->step.released;
  rt->step.value = 0;
  rt->step.order = WIRE_NO_ORDER;
  rt->failure.exec = (struct exec_failure) {0};
  rt->failure.pc = 0;
  rt->failure.nother = rt->failure.nframes = 0;
  t->alternative = alternative;
  uint32_t size = t->op.kind == NATIVE_WRITE && t->size <= sizeof rt->step.value ? t->size : 0;
  uintptr_t memory = t->memory;
  rt_run_on (t);
  rt_resume (&rt->explorer_sp, t->sp);
  rt->current = NULL;
  assert (is_within (&rt->step.exec.op, &announced));
  assert (t->state == RT_ALIVE || rt->run.section != t);
  assert (t->state != RT_ABSENT && (!rt->failure.exec.message || rt->run.failed || rt->failure.exec.kind == FINDING_WEAK_MEMORY));
  if (rt->weak)
    robust_after (t);
  if (size && t->state == RT_ALIVE)
    rt_memcpy (&rt->step.value, (const void *) memory, size);   /* the hook is called before the write */
}

static enum exec_outcome
native_step (struct exec *e, thread_id id, uint32_t alternative, struct exec_step *out)
{
  (void) e;
  if (rt->replay.broken) {
    rt->failure.exec = (struct exec_failure) {.kind = FINDING_CRASH, .message = rt->failure.text};
    return EXEC_BROKEN;
  }
  struct rt_thread *t = &rt->threads[id];
  assert (native_enabled (e, id));
  assert (alternative < native_alternatives (e, id) || t->op.kind == NATIVE_CREATE || !rt->run.depth
          || rt->orders.mode == WIRE_REPLAY);   /* repeated: the child's number; the modes; operations of a passage */
  if (t->ready == passage_ready)
    alternative = passage_operations (t);
  if (t->ready == retry_look)
    retry_look (t);               /* a planned step may be executed without a query of native_enabled */
  replay_record (t, alternative);
  rt->forked.command = (struct rt_command) {.is_step = true, .thread = id, .alternative = alternative};
  int64_t observed[WIRE_OBSERVED];
  native_observed (e, observed);
  if (rt->forked.active)
    forked_step ();
  else
    native_run_step (t, alternative);
  if (rt->orders.nobserved)
    propositions_check (&rt->step.exec.op, observed);
  rt->replay.taken[rt->run.depth].step.order = rt->step.order;
  rt->replay.taken[rt->run.depth++].step.value = rt->step.value;
  if (rt->fingerprints) {
    rt->step.exec.plain = footprint_op ();
    footprint_changes (&rt->step.exec);
    fingerprint_stepped (t);
  }
  *out = rt->step.exec;
  if (rt->failure.exec.message)
    return rt->failure.exec.kind == FINDING_WEAK_MEMORY ? EXEC_DOUBT : EXEC_FAILED;
  return t->state == RT_CUT ? EXEC_HALTED : EXEC_RAN;
}

static const struct exec_failure *
native_failure (struct exec *e)
{
  (void) e;
  return &rt->failure.exec;
}

/* "thread 0, thread 2 and thread 5": the supervisor replaces numbers by names. */
static void
name_threads (const thread_id *threads, size_t count, char *out, size_t room)
{
  enum { MOST = 8 };
  size_t shown = count > MOST + 1 ? MOST : count, n = 0;
  for (size_t i = 0; i < shown; i++) {
    const char *before = !i ? "" : i + 1 == count ? " and " : ", ";
    n += (size_t) snprintf (out + n, room - n, "%sthread %u", before, threads[i]);
  }
  if (shown < count)
    snprintf (out + n, room - n, " and %zu others", count - shown);
}

static void
fail_livelock (const thread_id *stuck, size_t count)
{
  char names[300];
  name_threads (stuck, count, names, sizeof names);
  snprintf (rt->failure.text, sizeof rt->failure.text,
            "livelock: %s can never continue: nobody will change what the loop waits for", names);
  rt->failure.exec = (struct exec_failure) {.kind = FINDING_LIVELOCK, .message = rt->failure.text};
}

static void
fail_deadlock (const thread_id *stuck, size_t count, bool exits)
{
  char names[300];
  name_threads (stuck, count, names, sizeof names);
  snprintf (rt->failure.text, sizeof rt->failure.text,
            exits ? "the program ends while %s can never continue" : "deadlock: %s can never continue", names);
  rt->failure.exec = (struct exec_failure) {.kind = FINDING_DEADLOCK, .message = rt->failure.text};
}

/* A thread waits for a block or an id that no thread gives back: no execution of the program reuses it here. */
static bool
waits_in_vain (void)
{
  for (thread_id i = 0; reuse_is_active () && i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    if (t->state == RT_ALIVE && (t->op.kind == NATIVE_TAKE || t->op.kind == NATIVE_TAKE_ID))
      return true;
  }
  return false;
}

/* False if the thread's waiting proves nothing: a failed thread, or an assumption that does not hold, may be its reason, and
 * with stored states not everything is explored that these modes allow. A thread that joins one that is ending the process
 * ends with it. */
static bool
native_waits (struct exec *e, thread_id id, struct exec_wait *out)
{
  const struct rt_thread *t = &rt->threads[id];
  bool joins = t->state == RT_ALIVE && t->op.kind == NATIVE_JOIN;
  assert (id < rt->nthreads && (!joins || t->count < rt->nthreads));
  (void) e;
  out->joins = joins ? (thread_id) t->count + 1 : 0;
  out->exits = t->state == RT_ALIVE && t->op.kind == NATIVE_EXIT;
  out->detached = t->detached || rt_has_ended (t) || (joins && rt->threads[t->count].op.kind == NATIVE_EXIT);
  bool halted = rt->run.cut || rt->run.failed || waits_in_vain ();
  return !(halted || rt->modes & (RT_SECTIONS | RT_SIGNALS | RT_CANCELS));
}

const struct exec_failure *
native_trapped (struct exec *e, const thread_id *stuck, size_t count, bool changes)
{
  bool exits = false;
  (void) e;
  for (thread_id i = 0; i < rt->nthreads; i++)
    exits |= rt->threads[i].state == RT_ALIVE && rt->threads[i].op.kind == NATIVE_EXIT;
  if (changes)
    fail_deadlock (stuck, count, exits);
  else
    fail_livelock (stuck, count);
  return &rt->failure.exec;
}

/* No thread is enabled: whether the execution is complete, cut, or ends in a deadlock or livelock. */
static enum exec_end
native_end (struct exec *e)
{
  size_t count = 0, spinning = 0, joining = 0, running = 0;   /* a thread that only joins a spinning one makes the livelock no deadlock */
  thread_id stuck[RT_THREADS];
  struct exec_waiter waiters[RT_THREADS];
  for (thread_id i = 0; i < rt->nthreads; i++)
    assert (!native_enabled (e, i));
  bool covered = rt->run.cut || rt->run.failed || waits_in_vain ();
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    struct exec_waiter waiter = {.thread = i};
    native_waits (e, i, &waiter.wait);
    if ((t->state == RT_ALIVE && !rt_has_ended (t)) || t->state == RT_SPINS)
      waiters[count++] = waiter;
    running += rt->orders.temporal && t->state == RT_ALIVE && rt->run.exited && t->op.kind != NATIVE_EXIT && rt_can_go (t);
    covered |= rt_spins (t) && !rt_is_stuck (t);
  }
  assert (count <= RT_THREADS);
  if (covered)
    return EXEC_CUT;
  size_t left = exec_stuck (waiters, count, rt->run.exited, false, stuck);
  assert (left <= count);
  for (size_t i = 0; i < left; i++) {
    struct rt_thread *t = &rt->threads[stuck[i]];
    spinning += rt_spins (t);
    joining += !rt_spins (t) && t->op.kind == NATIVE_JOIN;
  }
  if (running)
    left = 0;                     /* the process exited before they were done */
  if (!left || rt->orders.no_deadlocks)
    return EXEC_COMPLETE;
  if (spinning && spinning + joining == left && !rt->run.exited)
    fail_livelock (stuck, left);
  else
    fail_deadlock (stuck, left, rt->run.exited);
  return EXEC_BAD;
}

static void
native_rewind (struct exec *e, size_t depth)
{
  (void) e;
  if (depth == rt->run.depth && !rt->fresh)
    return;
  assert (depth <= rt->run.depth && !rt->current);
  if (reuse_is_pending () && !rt->fresh)
    rt_restart (WIRE_RESTART_addresses);
  rt->fresh = false;
  if (depth < rt->run.depth)
    undo_back (rt->replay.taken[depth].undo);
  rt->forked.command = (struct rt_command) {.depth = depth};
  if (rt->forked.active)
    forked_fresh ();
  else
    replay_again (depth);
  if (rt->fingerprints)
    fingerprint_rewound ();
  assert (rt->replay.broken || rt->run.depth == depth);
}

static void
native_free (struct exec *e)
{
  (void) e;                       /* the process ends with it */
}

static const struct exec_class native_class = {
  .threads = native_threads,
  .next = native_next,
  .enabled = native_enabled,
  .all_enabled = native_all_enabled,
  .alternatives = native_alternatives,
  .step = native_step,
  .failure = native_failure,
  .end = native_end,
  .rewind = native_rewind,
  .free = native_free,
  .state = fingerprint_words, .shared = fingerprint_shared, .waits = native_waits,
};

struct exec *
native_exec_new (void)
{
  if (rt->threads) {              /* the exploration restarts */
    zones_leave_stacks ();        /* needs the stack pointers of the threads, which are cleared below */
    undo_back (0);
    heap_restore ();
    checkpoints_drop (0);
    rt->run.depth = 0;
  }
  rt->exec.class = &native_class;
  rt->threads = own_alloc (RT_THREADS * sizeof *rt->threads);
  reuse_begin ();
  if (!rt->child || !reuse_is_active ()) {   /* pairs of reuse.c name threads and regions of the heap by number */
    rt->child = own_alloc (RT_THREADS * sizeof *rt->child);
    rt->nthreads = 1;
  }
  rt->ends = NULL;
  rt->fresh = true;
  native_rewind (&rt->exec, 0);
  return &rt->exec;
}
