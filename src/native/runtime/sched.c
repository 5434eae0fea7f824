/* The native execution: struct exec over coroutines.
 *
 * A step switches to the thread, which does its announced operation and runs
 * on until it announces the next one. Rewinding restores the program's memory
 * as before main and repeats the steps that remain; each repeated operation
 * must be the one that was recorded, or the program is not repeatable and
 * there is no verdict (pitfall 12). */

#include "native/runtime/rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

struct rt *rt;

/* ---- operations, announced by threads ---- */

struct rt_thread *
op_begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return NULL;
  t->op.kind = kind;
  t->op.conditional = kind == NATIVE_ATOMIC;
  t->op.place = pc;
  t->op.count = 0;
  t->ready = NULL;
  t->ways = NULL;
  t->holder = NULL;
  t->size = 0;
  rt->failure_pc = 0;
  return t;
}

/* Each object once. */
static void
touch_granule (struct rt_thread *t, uint64_t granule, uint8_t mask, enum access_how how)
{
  for (uint32_t i = 0; i < t->op.count; i++)
    if (t->access[i].object == granule && t->access[i].how == how) {
      t->access[i].mask |= mask;
      return;
    }
  t->access[t->op.count++] = (struct access) {granule, mask, how};
}

void
op_touch (struct rt_thread *t, const void *object, enum access_how how)
{
  touch_granule (t, (uint64_t) (uintptr_t) object | RT_OBJECT, 0xff, how);
}

/* At most eight bytes, which lie in at most two granules. */
void
op_touch_memory (struct rt_thread *t, uintptr_t address, uint32_t bytes, enum access_how how)
{
  uint32_t mask = ((1u << bytes) - 1) << address % 8;
  t->size = bytes;
  t->memory = address;
  touch_granule (t, address / 8, (uint8_t) mask, how);
  if (mask >> 8)
    touch_granule (t, address / 8 + 1, (uint8_t) (mask >> 8), how);
}

static void give_way (struct rt_thread *);

/* Inside an atomic section nobody else runs, and the section's first operation
 * stands for all that follow, except that their alternatives are chosen. */
static bool
goes_on_at_once (struct rt_thread *t)
{
  if (!t->inside)
    return false;
  if (t->ready && !t->ready (t))
    rt_fail (FINDING_API_MISUSE, "an atomic section waits inside");
  for (uint32_t i = 0; i < t->op.count; i++)
    section_touch (&t->access[i]);
  t->alternative = 0;
  t->op.count = 0;
  if (!t->ways || t->ways (t) < 2)
    return true;
  section_touch_all ();
  return false;
}

/* Memory that the operation needs may have been freed, or be freed by a thread
 * that is not ordered with it. Of several objects the first counts: who was
 * woken at a condition variable does not need that any more. */
static void
check_memory (struct rt_thread *t, uintptr_t object)
{
  if (t->op.kind == NATIVE_FREE || (t->op.kind >= NATIVE_FILE_OPEN && t->op.kind <= NATIVE_STREAM))
    return;                       /* see heap_free; a stream is libc's memory */
  if (t->size)
    heap_check (t->memory, t->size, t->op.kind != NATIVE_LOAD && t->op.kind != NATIVE_READ, t->op.place);
  else if (is_heap (object)) {
    heap_check (object, 1, true, t->op.place);
    race_access (object, 1, RACE_ATOMIC_WRITE, t->op.place);
  }
}

void
rt_announce (struct rt_thread *t)
{
  uintptr_t object = t->op.count ? (uintptr_t) (t->access[0].object & ~RT_OBJECT) : 0;
  t->op.access = t->access;
  if (rt->orders.allow_races && is_heap (object) && !t->size)
    touch_granule (t, object / 8, (uint8_t) (1u << object % 8), ACCESS_READ);   /* frees are steps then */
  if (!goes_on_at_once (t)) {
    if (rt->sections && !t->inside && t->op.kind != NATIVE_EXIT)   /* it comes last anyway */
      op_touch (t, RT_SECTION, t->op.kind == NATIVE_ATOMIC ? ACCESS_WRITE : ACCESS_READ);
    give_way (t);
  }
  check_memory (t, object);
}

void
op_released (thread_id later)
{
  rt->released[rt->step.nreleased++] = later;
  race_after (later);
}

void
op_value (uint64_t value)
{
  rt->step_value = value;
}

void
op_may_do_less (struct rt_thread *t)
{
  t->op.conditional = true;
}

/* In an atomic section the step is another one, which touches what it touches. */
void
op_only_reads (void)
{
  if (rt->current->inside)
    return;
  for (uint32_t i = 0; i < rt->step.op.count; i++)
    if (rt->step_access[i].how == ACCESS_WRITE)
      rt->step_access[i].how = ACCESS_READ;
}

void
op_shares (void)
{
  if (rt->current->inside)
    return;
  for (uint32_t i = 0; i < rt->step.op.count; i++)
    if (rt->step_access[i].how == ACCESS_LOCK)
      rt->step_access[i].how = ACCESS_LOCK_SHARED;
}

/* ---- repeating: threads hand over to each other, without the exploration ---- */

/* What the operation is about, as a person would name it. */
static uint64_t
object_of (const struct rt_thread *t)
{
  return t->op.kind == NATIVE_JOIN ? t->count
         : t->op.kind == NATIVE_END ? t->id
         : t->size ? t->memory : t->op.count ? t->access[0].object & ~RT_OBJECT : 0;
}

static bool
repeats (const struct rt_thread *t, const struct wire_step *was)
{
  return t->state == RT_ALIVE && t->op.kind == was->kind && t->op.place == was->pc && object_of (t) == was->object;
}

static void
run_on (struct rt_thread *t)
{
  rt->current = t;
  if (rt->fs_now != t->fs)
    rt_fs_set (rt->fs_now = t->fs);
}

/* The thread of the next step to repeat, made ready to run; NULL: there is none. */
static struct rt_thread *
next_repeated (void)
{
  if (rt->run.depth == rt->repeat_to)
    return NULL;
  const struct wire_step *was = &rt->taken[rt->run.depth].told;
  struct rt_thread *t = &rt->threads[was->thread];
  if (!repeats (t, was)) {
    rt->broken = true;
    return NULL;
  }
  t->alternative = was->alternative;
  rt->step.nreleased = 0;
  rt->plain = 0;
  run_on (t);
  return t;
}

/* The thread has come to its next operation, or to its end. */
static void
give_way (struct rt_thread *t)
{
  void *to = rt->explorer_sp;
  if (rt->replaying) {
    rt->run.depth++;
    struct rt_thread *next = next_repeated ();
    if (next == t)
      return;
    if (next)
      to = next->sp;
  }
  rt_switch (&t->sp, to);
}

/* ---- halting ---- */

static _Noreturn void
leave (struct rt_thread *t, enum rt_state state)
{
  t->state = state;
  t->failed_at = rt->failure_pc;
  rt->run.section = NULL;
  give_way (t);
  __builtin_trap ();              /* nobody comes back */
}

_Noreturn void
rt_end_thread (struct rt_thread *t)
{
  leave (t, RT_ENDED);
}

_Noreturn void
rt_cut (void)
{
  rt->run.cut = true;
  leave (rt->current, RT_CUT);
}

_Noreturn void
rt_spin (struct rt_thread *t)
{
  if (t->inside)
    rt_fail (FINDING_API_MISUSE, "an atomic section waits inside");
  leave (t, RT_SPINS);
}

_Noreturn void
rt_fail (enum finding_kind kind, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (rt->message, sizeof rt->message, format, args);
  va_end (args);
  rt->failure.kind = kind;
  rt->failure.message = rt->message;
  rt->run.failed = true;
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_abandon (void)
{
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_unsupported (const char *function)
{
  if (rt && rt->current)
    rt_fail (FINDING_API_MISUSE, "%s is not supported", function);
  fprintf (stderr, "mazurka: %s is not supported\n", function);
  rt_quit (3);
}

/* ---- threads ---- */

static void
enter_thread (void)
{
  struct rt_thread *t = rt->current;
  t->result = t->routine (t->argument);
  pthread_exit (t->result);
}

static _Noreturn void
cut_because (const char *format, uint32_t bound)
{
  rt_partial (format, bound);
  rt_cut ();
}

/* Numbers are given in the order in which an exploration sees the threads. A
 * repetition in a new process sees them in another: there the alternative of a
 * create is the number the child had (native_step_told). */
static thread_id
number_of_child (struct rt_thread *creator)
{
  uint32_t most = rt->orders.max_threads;
  if (most && creator->children == most)
    cut_because ("a thread starts more than %u others: executions were cut there (--max-threads)", most);
  if (creator->children == RT_THREADS - 1)
    cut_because ("there are more than %u threads: executions were cut there", RT_THREADS);
  thread_id *slot = &rt->child[creator->id][creator->children++], id = creator->alternative;
  if (!*slot) {
    if (!id || id >= RT_THREADS || rt->threads[id].state != RT_ABSENT)
      id = (thread_id) rt->nthreads;
    if (id == RT_THREADS)
      cut_because ("there are more than %u threads: executions were cut there", RT_THREADS);
    *slot = id + 1;
    if (rt->nthreads <= id)
      rt->nthreads = id + 1;
  }
  return *slot - 1;
}

static struct rt_thread *
start_thread (thread_id id, thread_id creator)
{
  struct rt_thread *t = &rt->threads[id];
  rt_memset (t, 0, offsetof (struct rt_thread, values));
  if (rt_has_keys ())
    rt_memset (t->values, 0, sizeof t->values);
  t->id = id;
  t->creator = creator;
  t->state = RT_ALIVE;
  char *end = (char *) RT_STACKS + (id + 1) * (size_t) RT_STACK_ROOM;
  t->fs = tls_make (end);
  t->sp = rt_stack_prepare (end - tls_bytes (), enter_thread);
  t->op = (struct op) {.place = 0, .kind = NATIVE_START, .count = 0, .access = t->access};
  if (rt->sections)
    op_touch (t, RT_SECTION, ACCESS_READ);
  return t;
}

struct rt_thread *
rt_new_thread (struct rt_thread *creator)
{
  thread_id id = number_of_child (creator);
  struct rt_thread *t = start_thread (id, creator->id);
  t->time = creator->time;
  t->random = creator->random ^ (creator->children * 0x9e3779b97f4a7c15u);
  if (!rt->replaying)
    race_thread (id, creator->id);
  op_released (id);
  return t;
}

static void *
run_main (void *unused)
{
  (void) unused;
  rt_exit (rt->main (rt->argc, rt->argv, rt->environ), true, 0);
}

static void
start_execution (void)
{
  snapshot_restore ();
  heap_restore ();
  for (size_t i = 0; i < rt->nthreads; i++)
    rt->threads[i].state = RT_ABSENT;
  rt->run = (struct rt_run) {0};
  files_restore ();
  struct rt_thread *t = start_thread (0, 0);
  t->time = RT_EPOCH;
  t->random = 1;
  t->routine = run_main;
}

/* ---- struct exec ---- */

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
  struct rt_thread *t = &rt->threads[id];
  return t->state == RT_ALIVE ? &t->op : NULL;   /* also when the process has ended: it might have come earlier */
}

static bool
native_enabled (struct exec *e, thread_id id)
{
  (void) e;
  struct rt_thread *t = &rt->threads[id];
  return t->state == RT_ALIVE && !rt->run.exited && (!rt->run.section || rt->run.section == t) && rt_can_go (t);
}

static uint32_t
native_alternatives (struct exec *e, thread_id id)
{
  (void) e;
  struct rt_thread *t = &rt->threads[id];
  return rt->forked ? t->nways : t->ways ? t->ways (t) : 1;
}

static void
remember (const struct rt_thread *t, uint32_t alternative)
{
  if (rt->run.depth == rt->taken_room) {
    rt->taken_room = rt->taken_room ? 2 * rt->taken_room : 1024;
    rt->taken = mem_realloc (rt->taken, rt->taken_room * sizeof *rt->taken);
  }
  rt->taken[rt->run.depth] = (struct rt_taken) {
    .told = {.thread = t->id,
             .alternative = alternative,
             .kind = t->op.kind,
             .size = t->size,
             .object = object_of (t),
             .pc = t->op.place},
    .undo = undo_mark (),
  };
}

/* Runs the thread to its next operation. */
static void
run_step (struct rt_thread *t, uint32_t alternative)
{
  rt->step.op = t->op;
  for (uint32_t i = 0; i < t->op.count; i++)
    rt->step_access[i] = t->access[i];
  rt->step.op.access = rt->step_access;
  rt->step.nreleased = 0;
  rt->plain = 0;
  rt->step.released = rt->released;
  rt->step_value = 0;
  rt->failure = (struct exec_failure) {0};
  rt->failure_pc = 0;
  rt->nother = 0;
  t->alternative = alternative;
  rt->steps++;
  uint32_t size = t->op.kind == NATIVE_WRITE && t->size <= sizeof rt->step_value ? t->size : 0;
  uintptr_t memory = t->memory;
  run_on (t);
  rt_switch (&rt->explorer_sp, t->sp);
  rt->current = NULL;
  if (size && t->state == RT_ALIVE)
    rt_memcpy (&rt->step_value, (const void *) memory, size);   /* the hook came before the write */
}

static enum exec_outcome
native_step (struct exec *e, thread_id id, uint32_t alternative, struct exec_step *out)
{
  (void) e;
  if (rt->broken) {
    rt->failure = (struct exec_failure) {.kind = FINDING_CRASH, .message = rt->message};
    return EXEC_BROKEN;
  }
  struct rt_thread *t = &rt->threads[id];
  remember (t, alternative);
  rt->command = (struct rt_command) {.is_step = true, .thread = id, .alternative = alternative};
  if (rt->forked)
    forked_step ();
  else
    run_step (t, alternative);
  rt->taken[rt->run.depth++].told.value = rt->step_value;
  *out = rt->step;
  return rt->failure.message ? EXEC_FAILED : t->state == RT_CUT ? EXEC_HALTED : EXEC_RAN;
}

static const struct exec_failure *
native_failure (struct exec *e)
{
  (void) e;
  return &rt->failure;
}

/* The process has called exit: threads that it ends and nobody would miss are
 * those that call exit too, are detached, or wait for the end of such a thread. */
static bool
ends_with_process (const struct rt_thread *t)
{
  for (size_t i = 0; i < rt->nthreads; i++) {
    if (t->detached || t->op.kind == NATIVE_EXIT)
      return true;
    if (t->state != RT_ALIVE || t->op.kind != NATIVE_JOIN)
      return false;
    t = &rt->threads[t->count];
  }
  return false;
}

/* Nothing is enabled: is that a good end? */
static enum exec_end
native_end (struct exec *e)
{
  (void) e;
  size_t left = 0, spinning = 0;
  bool covered = rt->run.cut || rt->run.failed;
  for (size_t i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *t = &rt->threads[i];
    bool waits = (t->state == RT_ALIVE || t->state == RT_SPINS) && !(rt->run.exited && ends_with_process (t));
    left += waits;
    spinning += waits && t->state == RT_SPINS;
    covered |= t->state == RT_SPINS && !rt_in_vain (t);
  }
  if (covered)
    return EXEC_CUT;
  if (!left || rt->orders.no_deadlocks)
    return EXEC_COMPLETE;
  snprintf (rt->message, sizeof rt->message,
            rt->run.exited            ? "the program ends while %zu thread%s wait%s for ever"
            : spinning == left ? "livelock: %zu thread%s spin%s for ever on what nobody will change"
                               : "deadlock: %zu thread%s wait%s for ever",
            left, left == 1 ? "" : "s", left == 1 ? "s" : "");
  rt->failure = (struct exec_failure) {.kind = spinning == left && !rt->run.exited ? FINDING_LIVELOCK : FINDING_DEADLOCK,
                                       .message = rt->message};
  return EXEC_DEADLOCK;
}

static const char *
op_name (uint32_t kind)
{
  static const char *const names[] = {
#define X(id, name) name,
    NATIVE_OPS (X)
#undef X
  };
  return kind < NATIVE_OP_COUNT ? names[kind] : "?";
}

static void
tell_broken (void)
{
  const struct wire_step *was = &rt->taken[rt->run.depth].told;
  const struct rt_thread *t = &rt->threads[was->thread];
  snprintf (rt->message, sizeof rt->message,
            "the program is not repeatable: step %zu of thread %u was %s of %llx and is now %s of %llx", rt->run.depth + 1,
            was->thread, op_name (was->kind), (unsigned long long) was->object, op_name (t->op.kind),
            (unsigned long long) object_of (t));
}

/* From the start to `depth`, as it was done before. */
static void
begin_at (size_t depth)
{
  start_execution ();
  rt->repeat_to = depth;
  rt->replaying = true;
  struct rt_thread *first = next_repeated ();
  if (first)
    rt_switch (&rt->explorer_sp, first->sp);
  rt->replaying = false;
  rt->current = NULL;
  rt->steps++;
  if (rt->broken)
    tell_broken ();
}

void
forked_command (void)
{
  if (rt->command.is_step)
    run_step (&rt->threads[rt->command.thread], rt->command.alternative);
  else
    begin_at (rt->command.depth);
}

static void
native_rewind (struct exec *e, size_t depth)
{
  (void) e;
  if (depth == rt->run.depth && !rt->fresh)
    return;
  rt->fresh = false;
  if (depth < rt->run.depth)
    undo_back (rt->taken[depth].undo);
  rt->command = (struct rt_command) {.depth = depth};
  if (rt->forked)
    forked_fresh ();
  else
    begin_at (depth);
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
  .alternatives = native_alternatives,
  .step = native_step,
  .failure = native_failure,
  .end = native_end,
  .rewind = native_rewind,
  .free = native_free,
};

struct exec *
native_exec_new (void)
{
  if (rt->threads) {              /* it starts again */
    undo_back (0);
    heap_restore ();
    rt->run.depth = 0;
  }
  rt->exec.class = &native_class;
  rt->threads = own_alloc (RT_THREADS * sizeof *rt->threads);
  rt->child = own_alloc (RT_THREADS * sizeof *rt->child);
  rt->nthreads = 1;
  rt->fresh = true;
  native_rewind (&rt->exec, 0);
  return &rt->exec;
}
