/* Operations: what a thread is about to execute, announced to the exploration
 * beforehand. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "native/runtime/loops/trial.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/memory/zones.h"
#include "native/runtime/memory_model/robust.h"

/* The thread is in no queue. Fields that a wait has set must be cleared before the next operation: waits_for would take
 * a thread in a join for one that still waits at its earlier condition variable. */
static void
leave_queue (struct rt_thread *t)
{
  t->condition = NULL;
  t->ticket = t->count = t->futex_mask = 0;
  t->woken = false;
}

struct rt_thread *
op_go_on (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return NULL;
  assert (kind < NATIVE_OP_COUNT);
  assert (t->state == RT_ALIVE);
  if (t->spin.watched)
    spin_watched (t);
  t->op.kind = kind;
  t->op.conditional = kind == NATIVE_ATOMIC;
  t->op.guarded = false;
  /* A later operation of the same call keeps that call's frame. */
  if (!pc || on_own_stack (t, rt->called) || pc != t->op.place)
    t->called = pc && on_own_stack (t, rt->called) ? rt->called : 0;
  rt->called = 0;                 /* not valid for the next call, which may record no frame */
  t->op.place = pc;
  t->op.count = 0;
  t->ready = t->waits_for = NULL;
  t->ways = NULL;
  t->holder = NULL;
  t->object = NULL;
  t->memory = t->size = 0;
  t->operand = 0;
  t->may_be_cancelled = false;
  t->spin.yields.count = 0;
  t->stack_limit = t->stack_end;
  rt->failure.pc = 0;
  if (rt->fingerprints)
    fingerprint_begin (t);
  return t;
}

struct rt_thread *
op_begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = op_go_on (kind, pc);
  if (t)
    leave_queue (t);
  return t;
}

/* Adds an access; an object is listed once for each kind of access. */
static void
touch_granule (struct rt_thread *t, uint64_t granule, uint8_t mask, enum access_how how)
{
  for (uint32_t i = 0; i < t->op.count; i++)
    if (t->access[i].object == granule && t->access[i].how == how) {
      t->access[i].mask |= mask;
      return;
    }
  assert (mask && how < ACCESS_HOWS);
  if (t->op.count == RT_ACCESSES)
    rt_internal_error ("internal error: an operation touches more than %d objects", RT_ACCESSES);
  t->access[t->op.count++] = (struct access) {granule, mask, how};
}

void
op_touch (struct rt_thread *t, const void *object, enum access_how how)
{
  touch_granule (t, (uint64_t) (uintptr_t) object | RT_OBJECT, 0xff, how);
}

/* At most eight bytes, which overlap at most two granules. */
void
op_touch_memory (struct rt_thread *t, uintptr_t address, uint32_t bytes, enum access_how how)
{
  assert (bytes && bytes <= 8);
  assert (how == ACCESS_READ || how == ACCESS_WRITE);
  uint32_t mask = ((1u << bytes) - 1) << address % 8;
  t->size = bytes;
  t->memory = address;
  touch_granule (t, address / 8, (uint8_t) mask, how);
  if (mask >> 8)
    touch_granule (t, address / 8 + 1, (uint8_t) (mask >> 8), how);
}

/* Inside an atomic section no other thread runs, and the section's first operation
 * stands for all that follow, except that the exploration still chooses their alternatives. */
static bool
goes_on_at_once (struct rt_thread *t)
{
  if (!t->inside)
    return false;
  if (t->ready && !t->ready (t))
    rt_section_waits ();
  for (uint32_t i = 0; i < t->op.count; i++)
    section_touch (&t->access[i]);
  t->alternative = 0;
  t->op.count = 0;
  if (!t->ways || t->ways (t) < 2)
    return true;
  section_touch_all ();
  return false;
}

/* Reports a use of an object whose memory was freed, and plain accesses to that memory that race with this use. */
static void
check_object (uintptr_t object, enum race_how how, uint64_t pc)
{
  rt_check_stack (object, pc);
  (is_heap (object) ? heap_check_slow : zones_check) (object, 1, true, pc);
  race_access (object, 1, how, pc);
}

/* An object of its own for the threads that were woken at `object` and have not left it. */
static const void *
leaving (const void *object)
{
  return (const char *) object + 2;
}

/* Checks the memory that the operation needs; of several objects, the first. */
static void
check_memory (struct rt_thread *t, uintptr_t object)
{
  enum native_about about = native_operation (t->op.kind)->about;
  if (t->op.kind == NATIVE_FREE)
    return;                       /* see heap_free */
  if (t->size) {
    rt_check_stack (t->memory, t->op.place);
    (is_heap (t->memory) ? heap_check_slow : zones_check) (t->memory, t->size, !native_has (t->op.kind, NATIVE_READS), t->op.place);
  } else if (object && (about == NATIVE_ABOUT_OBJECT || about == NATIVE_ABOUT_CHANGED)) {
    if (t->op.kind == NATIVE_DESTROY)
      race_acquire (leaving ((const void *) object));   /* threads that have left used the object before its destruction */
    check_object (object, about == NATIVE_ABOUT_CHANGED ? RACE_CHANGE : RACE_USE, t->op.place);
  }
}

#ifndef NDEBUG
/* The exploration has chosen what was announced, and it is enabled. An exit waits for the other threads, whose loops
 * only the exploration can try (await_ready): native_step has asserted that it is enabled. */
static bool
is_chosen (const struct rt_thread *t, enum native_op kind)
{
  const struct op *op = &rt->step.exec.op;
  bool is_ready = kind == NATIVE_EXIT || rt_ready ((struct rt_thread *) t);
  return rt->current == t && t->state == RT_ALIVE && t->op.kind == kind && is_ready
         && (rt->replaying || t->inside || (op->kind == kind && op->place == t->op.place))
         && (!rt->run.section || rt->run.section == t);
}
#endif

void
rt_announce (struct rt_thread *t)
{
  assert (rt->current == t && t->state == RT_ALIVE);
  assert (!t->inside || rt->run.section == t);
  uintptr_t object = t->op.count ? (uintptr_t) (t->access[0].object & ~RT_OBJECT) : 0;
  assert (!t->ready || t->await.is_passage || native_has (t->op.kind, NATIVE_BLOCKS));
  t->op.access = t->access;
  if (rt->orders.allow_races && is_heap (object) && !t->size)
    touch_granule (t, object / 8, (uint8_t) (1u << object % 8), ACCESS_READ);   /* frees are steps in this mode */
  if (!passage_goes_on (t) && !(rt->trial && trial_goes_on ()) && !goes_on_at_once (t)) {
    if (rt->modes & RT_SECTIONS && !t->inside && t->op.kind != NATIVE_EXIT)   /* an exit is the last step anyway */
      op_touch (t, RT_SECTION, t->op.kind == NATIVE_ATOMIC ? ACCESS_WRITE : ACCESS_READ);
    rt_give_way (t);
    passage_starts (t);
    assert (is_chosen (t, (enum native_op) t->op.kind));
    assert (!t->ways || t->alternative < t->ways (t));
  }
  if (rt->weak && !rt->replaying)
    robust_before (t);
  check_memory (t, object);
  if (rt->orders.unseen)
    spin_watch (t);
}

void
op_may_leave (struct rt_thread *t, const void *object)
{
  op_touch (t, leaving (object), ACCESS_READ);
}

void
op_leave (struct rt_thread *t)
{
  const void *object = t->condition;
  assert (t == rt->current);
  if (object) {
    check_object ((uintptr_t) object, RACE_USE, t->op.place);
    race_release (leaving (object));
  }
  t->condition = NULL;
}

struct rt_thread *
op_destroy_waited (const void *object, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_DESTROY, pc);
  if (!t)
    return NULL;
  op_touch (t, object, ACCESS_WRITE);
  op_touch (t, leaving (object), ACCESS_WRITE);
  rt_announce (t);
  spin_broken (t);
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].condition == object && rt->threads[i].woken)
      rt->threads[i].condition = NULL;
  return t;
}

static bool
waits_for (struct rt_thread *t, const void *object)
{
  bool is_queued = t->condition == object && !t->woken, is_blocked = t->object == object && t->ready && !t->ready (t);
  return t->state == RT_ALIVE && (is_queued || is_blocked);
}

void
op_check_unwaited (const void *object, const char *what)
{
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (&rt->threads[i] != rt->current && waits_for (&rt->threads[i], object))
      rt_fail (FINDING_API_MISUSE, "%s where thread %u waits", what, i);
}

struct rt_thread *
op_change (const void *object, enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (!t)
    return NULL;
  op_touch (t, object, ACCESS_WRITE);
  rt_announce (t);
  spin_broken (t);
  return t;
}

void
op_released (thread_id later)
{
  assert (later < rt->nthreads && rt->threads[later].state == RT_ALIVE);
  assert (&rt->threads[later] != rt->current);
  if (rt->step.exec.nreleased == RT_THREADS)
    rt_internal_error ("internal error: a step lets more than %d threads go on", RT_THREADS);
  rt->step.released[rt->step.exec.nreleased++] = later;
  race_after (later);
}

void
op_value (uint64_t value)
{
  assert (rt->current && rt->current->state == RT_ALIVE);
  rt->step.value = value;
}

void
op_may_do_less (struct rt_thread *t)
{
  assert (t == rt->current && t->op.count);
  t->op.conditional = true;
}

/* In an atomic section the step is the section's, whose accesses are collected in section.c. */
void
op_only_reads (void)
{
  const struct rt_await *a = &rt->current->await;
  if (rt->current->inside || a->left || (a->in_passage && !a->is_passage))
    return;                       /* of a passage only the last operation is described; a repeated one was described before */
  assert (rt->replaying || rt->step.exec.op.conditional);
  for (uint32_t i = 0; i < rt->step.exec.op.count; i++)
    if (rt->step.access[i].how == ACCESS_WRITE)
      rt->step.access[i] = (struct access) {rt->step.access[i].object, rt->step.access[i].mask, ACCESS_READ};
}

void
op_shares (void)
{
  if (rt->current->inside)
    return;
  assert (rt->replaying || rt->step.exec.op.conditional);
  for (uint32_t i = 0; i < rt->step.exec.op.count; i++)
    if (rt->step.access[i].how == ACCESS_LOCK)
      rt->step.access[i].how = ACCESS_LOCK_SHARED;
}

static uint64_t
other_subject (const struct rt_thread *t, enum native_subject subject)
{
  switch (subject) {
  case NATIVE_SUBJECT_JOINED: return t->count;
  case NATIVE_SUBJECT_SELF: return t->id;
  case NATIVE_SUBJECT_STACK: return (t->memory - RT_STACKS) / 16;
  case NATIVE_SUBJECT_MEMORY: return t->memory;
  case NATIVE_SUBJECT_CONDITION: return (uint64_t) (uintptr_t) t->condition;
  default: return (uint64_t) (uintptr_t) t->object;
  }
}

uint64_t
op_subject (const struct rt_thread *t)
{
  enum native_subject subject = native_operation (t->op.kind)->subject;
  bool is_object = subject == NATIVE_SUBJECT_OBJECT || (subject == NATIVE_SUBJECT_CONDITION && !t->condition);
  if (!is_object)
    return other_subject (t, subject);
  return t->size ? t->memory : t->op.count ? t->access[0].object & ~RT_OBJECT : 0;
}

