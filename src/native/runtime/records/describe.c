/* Descriptions of the execution's steps and threads for the supervisor. */

#include "native/runtime/state/fingerprint.h"
#include "native/runtime/core/explorer.h"

#include <assert.h>
#include "native/runtime/core/rt.h"

#include "native/runtime/core/exec.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/memory_model/robust.h"
#include "native/runtime/state/watch.h"

size_t
native_depth (struct exec *e)
{
  (void) e;
  return rt->run.depth;
}

uint32_t
native_modes (struct exec *e)
{
  (void) e;
  return rt->modes;
}

struct wire_step
native_describe_step (struct exec *e, size_t n)
{
  (void) e;
  assert (n < rt->run.depth);
  struct wire_step step = rt->replay.taken[n].step;
  if (rt->replay.taken[n].call)
    step.pc = rt->replay.taken[n].call;
  if (step.kind == NATIVE_CREATE)
    step.alternative = (uint32_t) (step.object = step.value);   /* the new thread's number, which the step's value has */
  if (step.kind == NATIVE_OFFER || step.kind == NATIVE_GIVE)
    step.alternative = (uint32_t) step.value;   /* the event's number and the choice: see reuse.c */
  if (!n)
    step.alternative = rt->modes;
  return step;
}

size_t
native_describe_other (struct exec *e, uint64_t *frames, size_t room, thread_id *thread)
{
  (void) e;
  assert (rt->failure.nother <= RT_FRAMES);
  *thread = rt->failure.nother ? rt->failure.other_thread : UINT32_MAX;
  size_t n = rt->failure.nother < room ? rt->failure.nother : room;
  rt_memcpy (frames, rt->failure.other, n * sizeof *frames);
  return n;
}

void
native_describe_memory (struct exec *e, struct wire_finding *f, struct native_memory *m)
{
  (void) e;
  bool is_about = f->kind == FINDING_DATA_RACE || f->kind == FINDING_MEMORY || f->kind == FINDING_ASSERTION;
  f->address = is_about ? rt->failure.address : 0;
  f->bytes = is_about ? rt->failure.bytes : 0;
  f->ntouches = (uint32_t) watch_touches (m->touches, sizeof m->touches / sizeof m->touches[0]);
  f->nblocks = (uint32_t) watch_blocks (m->blocks, sizeof m->blocks / sizeof m->blocks[0], &f->nsame);
  f->nlocals = (uint32_t) watch_locals (m->locals, sizeof m->locals / sizeof m->locals[0]);
}

static uint32_t
holder_of (const struct rt_thread *t)
{
  switch (t->op.kind) {
  case NATIVE_WOKEN:
    if (!t->woken)
      return UINT32_MAX;
    break;
  case NATIVE_JOIN: return (uint32_t) t->count;
  default: break;
  }
  return rt->forked.active ? t->held_by - 1 : t->holder ? t->holder (t->object) - 1 : UINT32_MAX;
}

static uint64_t
waits_for (const struct rt_thread *t)
{
  if (t->op.kind == NATIVE_JOIN)
    return t->count;
  if (t->size)
    return t->memory;
  if (t->op.kind == NATIVE_FILE_READ && t->op.count)
    return t->access[0].object & ~RT_OBJECT;   /* the object that has a name, not the node */
  return (uint64_t) (uintptr_t) (t->condition && !t->woken ? t->condition : t->object);
}

static enum wire_thread_state
state_of (const struct rt_thread *t)
{
  switch (t->state) {
  case RT_ALIVE: return rt_has_ended (t) ? WIRE_ENDED : rt_can_go ((struct rt_thread *) t) ? WIRE_RUNNABLE : WIRE_BLOCKED;
  case RT_SPINS: return WIRE_BLOCKED;
  case RT_CUT: return WIRE_HALTED;
  case RT_FAILED: return WIRE_FAILED;
  default: return WIRE_ENDED;
  }
}

size_t
native_describe_thread (struct exec *e, thread_id id, struct wire_thread *out, uint64_t *frames, size_t room)
{
  (void) e;
  assert (id < rt->nthreads);
  const struct rt_thread *t = &rt->threads[id];
  *out = (struct wire_thread) {.thread = id, .creator = t->creator, .holder = UINT32_MAX};
  if (t->state == RT_ABSENT)
    return 0;
  out->routine = id ? (uint64_t) (uintptr_t) t->routine : 0;
  out->state = state_of (t);
  if (out->state == WIRE_BLOCKED) {
    out->waits_kind = t->op.kind == NATIVE_WOKEN && t->woken ? NATIVE_LOCK : t->op.kind;
    out->waits_object = waits_for (t);
    out->holder = holder_of (t);
  }
  size_t n = 0;
  if (rt->failure.nframes && id == native_failed_thread (e)) {
    for (; n < rt->failure.nframes && n < room; n++)
      frames[n] = rt->failure.frames[n];
    out->nframes = (uint32_t) n;
    return n;
  }
  uint64_t at = t->state == RT_FAILED && t->failed_at ? t->failed_at : t->op.place;
  if (at && n < room)
    frames[n++] = at;
  if (at && !rt_is_programs (at) && rt_last_call (t) && n < room)
    frames[n++] = rt_last_call (t);
  for (uint32_t i = t->depth < RT_FRAMES ? t->depth : RT_FRAMES; i-- > 1 && n < room;)   /* the first is run_main or rt_enter_thread */
    frames[n++] = t->frames[i];
  assert (n <= room);
  out->nframes = (uint32_t) n;
  return n;
}

thread_id
native_failed_thread (struct exec *e)
{
  (void) e;
  if (!rt->run.depth)
    return UINT32_MAX;
  thread_id last = rt->replay.taken[rt->run.depth - 1].step.thread;
  assert (last < rt->nthreads);
  return rt->threads[last].state == RT_FAILED || rt->failure.nframes ? last : UINT32_MAX;
}

bool
native_broken (struct exec *e, uint64_t *place)
{
  (void) e;
  assert (rt->replay.broken || !rt->replay.broken_at);
  *place = rt->replay.broken_at;
  return rt->replay.broken;
}

int
native_exit_status (struct exec *e)
{
  (void) e;
  return rt->run.status;
}

volatile const int *
native_interrupt (struct exec *e)
{
  (void) e;
  return &rt->interrupt;
}

const char *
native_partial (struct exec *e)
{
  (void) e;
  return rt->supervisor.partial[0] ? rt->supervisor.partial : fingerprint_partial ();
}

void
native_settle (struct exec *e)
{
  (void) e;
  if (reuse_is_pending ())
    rt_restart (WIRE_RESTART_addresses);
}

void
native_doubt_told (struct exec *e)
{
  (void) e;
  robust_end ();
}
