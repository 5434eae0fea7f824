/* Trials: a thread is run from its announced operation, to see where that leads, and put back.
 *
 * Nothing is checked or noted meanwhile. A trial ends before the first thing that could not be taken back; what it
 * did to the thread, its stack, and the location that it was given values for is restored.
 * A trial at a location ends in a state of the loop, or where the loop is left: at an operation on something else, or
 * at a plain access after the location was changed. How it is left is given by the thread's state there, by what
 * it is about to do, by the last operation on the location, and by what that has written. */

#include "native/runtime/loops/trial.h"

#include <assert.h>

#include "base/digest.h"
#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/memory/zones.h"
#include "native/runtime/state/signature.h"

/* What a trial changes: the stack, and of the checker's memory this. */
struct trial_saved {
  char *stack;                    /* its bytes, and its zones */
  size_t room;                    /* there */
  uintptr_t low;                  /* where the stack ends when the trial does */
  struct rt_step step;
  struct rt_run run;
  uint64_t failure_pc;
  uint64_t frames[RT_FRAMES];
  uintptr_t levels[RT_FRAMES];
  _Alignas (16) unsigned char thread[offsetof (struct rt_thread, values)];
};

static uint32_t
frames_of (const struct rt_thread *t)
{
  return t->depth < RT_FRAMES ? t->depth : RT_FRAMES;
}

static void
save (const struct rt_thread *t, struct trial_saved *s)
{
  s->step = rt->step;
  s->run = rt->run;
  s->failure_pc = rt->failure.pc;
  rt_memcpy (s->frames, t->frames, frames_of (t) * sizeof *s->frames);
  rt_memcpy (s->levels, t->levels, frames_of (t) * sizeof *s->levels);
  rt_memcpy (s->thread, t, sizeof s->thread);
}

static void
restore (struct rt_thread *t, const struct trial_saved *s)
{
  rt_memcpy (t, s->thread, sizeof s->thread);
  rt_memcpy (t->frames, s->frames, frames_of (t) * sizeof *s->frames);
  rt_memcpy (t->levels, s->levels, frames_of (t) * sizeof *s->levels);
  rt->failure.pc = s->failure_pc;
  rt->run = s->run;
  rt->step = s->step;
}

static void
try_out (struct rt_thread *t, struct rt_trial *trial)
{
  struct trial_saved *s = rt->loops.saved;
  size_t bytes = RT_STACKS + (t->id + 1) * (size_t) RT_STACK_ROOM - (uintptr_t) t->sp;
  size_t zones = zones_bytes ((uintptr_t) t->sp, (uintptr_t) t->sp + bytes);
  char *sp = t->sp;
  assert (!rt->current && !rt->replaying && !rt->trial && t->state == RT_ALIVE);
  if (!s)
    s = rt->loops.saved = own_alloc (sizeof *s);
  if (s->room < bytes + zones)
    s->stack = mem_realloc (s->stack, s->room = 2 * (bytes + zones));
  rt_memcpy (s->stack, sp, bytes);
  zones_save ((uintptr_t) sp, (uintptr_t) sp + bytes, s->stack + bytes);
  save (t, s);
  t->alternative = 0;             /* of its last step, which may have been a passage of several operations */
  rt->trial = trial;
  rt->replaying = true;           /* nothing is checked, nor noted for going back */
  rt_run_on (t);
  rt_resume (&rt->explorer_sp, t->sp);
  rt->current = NULL;
  rt->replaying = false;
  rt->trial = NULL;
  restore (t, s);
  zones_clear (s->low, (uintptr_t) sp);
  zones_restore ((uintptr_t) sp, (uintptr_t) sp + bytes, s->stack + bytes);
  rt_memcpy (sp, s->stack, bytes);
  assert (t->sp == (void *) sp);
}

struct trial_outcome
trial_run (struct rt_thread *t, enum trial_kind kind, const uint64_t *values, uint32_t count)
{
  uint64_t states[TRIAL_STATES];
  struct rt_trial trial = {.thread = t, .kind = kind, .address = t->memory, .bytes = t->size, .values = values, .nvalues = count, .states = states};
  assert (!trial_is_at (&trial) || (t->size && t->size <= sizeof *values && count && count <= TRIAL_OPERATIONS));
  if (!trial_is_at (&trial)) {
    try_out (t, &trial);
    return trial.outcome;
  }
  if (kind == TRIAL_CONSTANT)
    trial.states[trial.nstates++] = t->await.start;
  uint64_t before = trial_load (trial.address, trial.bytes);
  rt_memcpy ((void *) trial.address, values, trial.bytes);
  try_out (t, &trial);
  rt_memcpy ((void *) trial.address, &before, trial.bytes);
  return trial.outcome;
}

/* ---- in the thread that is tried ---- */

_Noreturn void
trial_end (void)
{
  assert (rt->trial && rt->replaying);
  void *nowhere;
  rt->loops.saved->low = (uintptr_t) __builtin_frame_address (0);
  rt_switch (&nowhere, rt->explorer_sp);
  rt_internal_error ("internal error: a trial goes on after its end");
}

static _Noreturn void
end_at (struct rt_trial *trial, uint64_t end)
{
  assert (trial_is_at (trial) && trial == rt->trial);
  struct trial_outcome *o = &trial->outcome;
  o->end = end;
  o->is_known = end && !(o->leaves && trial->acquired > trial->last);
  trial_end ();
}

static _Noreturn void
leave (struct rt_trial *trial, uint64_t state, uint64_t at, uint64_t what)
{
  trial->outcome.leaves = true;
  uint64_t end = digest_add (digest_add (digest_add (state, trial->thread->observed), at), what);
  end = digest_add (digest_add (end, trial->by), trial_load (trial->address, trial->bytes));
  end_at (trial, state ? end | 1 : 0);
}

/* False: the trial has been in the state, or in too many. */
static bool
is_new (struct rt_trial *trial, uint64_t state)
{
  assert (trial->nstates <= TRIAL_STATES && state);
  for (uint32_t i = 0; i < trial->nstates; i++)
    if (trial->states[i] == state) {
      trial->outcome.is_pure = true;
      return false;
    }
  trial->outcome.is_lost = trial->nstates == TRIAL_STATES;
  if (!trial->outcome.is_lost)
    trial->states[trial->nstates++] = state;
  return !trial->outcome.is_lost;
}

/* The location is given its next value. */
static void
comes_to_location (struct rt_trial *trial, uintptr_t address, uint64_t now, bool has_written)
{
  struct rt_thread *t = trial->thread;
  struct trial_outcome *o = &trial->outcome;
  bool is_here = native_has (t->op.kind, NATIVE_POLLS) && address == trial->address && t->size == trial->bytes;
  if (now && (o->changes || !is_here)) {
    o->is_pure = !o->changes && await_has_visited (t, address, now);
    leave (trial, now, address, t->op.place);
  }
  if (!now || trial->fenced || has_written || o->operations == TRIAL_OPERATIONS)
    end_at (trial, 0);
  uint64_t state = digest_add (now, o->place = t->op.place) | 1;
  bool goes_on = trial->kind == TRIAL_CONSTANT ? is_new (trial, state) : o->operations < trial->nvalues;
  if (!goes_on)
    end_at (trial, state);
  if (trial->kind == TRIAL_VALUES)
    rt_memcpy ((void *) trial->address, &trial->values[o->operations], trial->bytes);
}

void
trial_comes_to (struct rt_thread *t, uintptr_t address)
{
  struct rt_trial *trial = rt->trial;
  uint64_t now = signature_of (t);
  bool has_written = t->writes != t->await.writes;
  assert (t == trial->thread && t == rt->current);
  if (trial_is_at (trial))
    comes_to_location (trial, address, now, has_written);
  else {
    if (trial->kind == TRIAL_NEXT)
      trial->outcome.is_pure = !has_written && now && await_has_visited (t, address, now);
    if (trial->kind == TRIAL_NEXT || has_written || !now || !is_new (trial, digest_add (now, t->op.place) | 1))
      trial_end ();
  }
  trial->goes_on = true;
}

/* It leaves with the announced operation, if what that was given is compared as a whole. */
static _Noreturn void
leave_announced (struct rt_trial *trial)
{
  struct rt_thread *t = trial->thread;
  if (t->op.kind == NATIVE_STORE && t->size) {
    trial->outcome.store = t->op.place;
    trial->outcome.cell = t->memory;
  }
  if (t->op.kind == NATIVE_END)   /* only what it returns remains */
    leave (trial, digest_mix ((uintptr_t) t->result) | 1, 0, NATIVE_END);
  bool is_known = t->op.kind == NATIVE_STORE || t->op.kind == NATIVE_LOCK || t->op.kind == NATIVE_UNLOCK;
  leave (trial, is_known ? signature_of (t) : 0, t->op.count ? t->access[0].object : 0, digest_add (t->op.kind, t->op.place));
}

bool
trial_goes_on (void)
{
  struct rt_trial *trial = rt->trial;
  if (!trial->goes_on && trial_is_at (trial))
    leave_announced (trial);
  if (!trial->goes_on)
    trial_end ();
  trial->goes_on = false;
  return true;
}

void
trial_access (uintptr_t address, size_t bytes, bool is_plain, bool write, uint64_t pc)
{
  assert (rt->current == rt->trial->thread && rt->replaying);
  struct rt_trial *trial = rt->trial;
  thread_id id = trial->thread->id;
  if (!is_plain)
    return;
  if (on_own_stack (trial->thread, address) && !rt->loops.shared[id]) {
    rt->loops.relied[id] = true;
    return;
  }
  bool is_noted = !write && race_is_noted (address, bytes);
  trial->outcome.is_plain = true;
  if (trial_is_at (trial) && address < trial->address + trial->bytes && trial->address < address + bytes)
    end_at (trial, 0);
  if (trial_is_at (trial) && !is_noted)
    leave (trial, trial->in_call ? 0 : signature_at (trial->thread, pc), address, pc);
  if (!is_noted)
    trial_end ();
}

static int
acquires (int order)
{
  switch (order) {
  case __ATOMIC_SEQ_CST: return 2;
  case __ATOMIC_CONSUME: case __ATOMIC_ACQUIRE: case __ATOMIC_ACQ_REL: return 1;
  default: return 0;
  }
}

void
trial_did (const struct rt_atomic *a)
{
  struct rt_trial *trial = rt->trial;
  struct trial_outcome *o = &trial->outcome;
  if (!trial_is_at (trial))
    return;
  assert (a->address == trial->address && a->bytes == trial->bytes && !o->changes);
  trial->acquired = o->operations && trial->last > trial->acquired ? trial->last : trial->acquired;
  trial->last = acquires (a->order);
  trial->by = digest_add ((uint64_t) a->order, a->pc);
  o->writes = a->writes;
  o->changes = a->writes && a->before != a->after;
  o->operations++;
}

void
trial_fence (void)
{
  rt->trial->fenced = true;
}
