/* Trials with values that a location is given (turn.c says what for).
 *
 * The thread is run from its operation on the location; each time that it comes to another one on it, having
 * changed nothing, the location is given the next value. It ends in a state of the loop, or where the loop was
 * left: at an operation on something else or a plain access, after something was changed, that is before
 * anything that could not be taken back. How it was left is told by the thread's state there, by what it is about to
 * do, by the operation that was the last, and by what that has written. */

#include "native/runtime/loops/path.h"

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"

uint64_t
path_load (uintptr_t address, uint32_t bytes)
{
  uint64_t value = 0;
  rt_memcpy (&value, (const void *) address, bytes);
  return value;
}

/* ---- in the thread that is tried ---- */

static _Noreturn void
path_ends (struct path *p, uint64_t end)
{
  p->end = end;
  p->is_known = end && !(p->leaves && p->acquired > p->last);
  trial_end (false);
}

static bool
is_here (const struct path *p, const struct rt_thread *t, uintptr_t address)
{
  bool is_simple = native_has (t->op.kind, NATIVE_POLLS);
  return is_simple && address == p->address && t->size == p->bytes;
}

static _Noreturn void
leave (struct path *p, uint64_t state, uint64_t at, uint64_t what)
{
  p->leaves = true;
  uint64_t end = digest_add (digest_add (digest_add (state, rt->trial->thread->observed), at), what);
  end = digest_add (digest_add (end, p->by), path_load (p->address, p->bytes));
  path_ends (p, state ? end | 1 : 0);
}

void
path_comes_to (struct rt_thread *t, uintptr_t address)
{
  struct path *p = rt->trial->path;
  uint64_t now = spin_signature (t);
  if (now && (p->changed || !is_here (p, t, address))) {
    p->is_idle = !p->changed && await_has_visited (t, address, now);
    leave (p, now, address, t->op.place);
  }
  if (!now || p->fenced || t->writes != t->await.writes || p->done == PATH_LONGEST)
    path_ends (p, 0);
  now = digest_add (now, p->place = t->op.place) | 1;
  if (p->constant) {
    for (uint32_t i = 0; i < rt->trial->count; i++)
      p->is_idle |= rt->trial->seen[i] == now;
    if (p->is_idle || now == p->start) {
      p->is_idle = true;
      path_ends (p, now);
    }
    rt->trial->seen[rt->trial->count++] = now;
  } else if (p->done == p->count)
    path_ends (p, now);
  else
    rt_memcpy ((void *) p->address, &p->values[p->done], p->bytes);
  rt->trial->goes_on = true;
}

_Noreturn void
path_leaves (struct rt_thread *t)
{
  struct path *p = rt->trial->path;
  if (t->op.kind == NATIVE_STORE && t->size) {
    p->stores_at = t->op.place;
    p->cell = t->memory;
  }
  if (t->op.kind == NATIVE_END)   /* only what it returns remains */
    leave (p, digest_mix ((uintptr_t) t->result) | 1, 0, NATIVE_END);
  bool is_known = t->op.kind == NATIVE_STORE || t->op.kind == NATIVE_LOCK || t->op.kind == NATIVE_UNLOCK;   /* all they were given is compared */
  leave (p, is_known ? spin_signature (t) : 0, t->op.count ? t->access[0].object : 0, digest_add (t->op.kind, t->op.place));
}

void
path_touches (struct rt_thread *t, uintptr_t address, size_t bytes, bool is_noted, uint64_t pc)
{
  struct path *p = rt->trial->path;
  bool is_call = rt->trial->in_call, overlaps = address < p->address + p->bytes && p->address < address + bytes;
  p->plain = true;
  if (overlaps)
    path_ends (p, 0);
  if (!is_noted)
    leave (p, is_call ? 0 : spin_signature_at (t, pc), address, pc);
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
path_did (const struct rt_atomic *a, bool changes)
{
  struct path *p = rt->trial->path;
  assert (a->address == p->address && a->bytes == p->bytes && !p->changed);
  p->acquired = p->done && p->last > p->acquired ? p->last : p->acquired;
  p->last = acquires (a->order);
  p->by = digest_add ((uint64_t) a->order, a->pc);
  p->writes = a->writes;
  p->changed = changes;
  p->done++;
}

void
path_fence (void)
{
  if (rt->trial->path)
    rt->trial->path->fenced = true;
}

/* ---- by the exploration ---- */

struct path
path_run (struct rt_thread *t, const uint64_t *values, uint32_t count)
{
  struct path p = {.address = t->memory, .bytes = t->size, .constant = !count, .count = count, .start = t->await.start};
  struct rt_trial trial = {.path = &p};
  uint64_t before = path_load (p.address, p.bytes);
  assert (count <= PATH_LONGEST);
  for (uint32_t i = 0; i < count; i++)
    p.values[i] = values[i];
  if (count)
    rt_memcpy ((void *) p.address, values, p.bytes);
  try_out (t, &trial);
  rt_memcpy ((void *) p.address, &before, p.bytes);
  return p;
}

/* With this value in the location all the time. */
struct path
path_run_with (struct rt_thread *t, uint64_t value)
{
  uint64_t before = path_load (t->memory, t->size);
  rt_memcpy ((void *) t->memory, &value, t->size);
  struct path p = path_run (t, NULL, 0);
  rt_memcpy ((void *) t->memory, &before, t->size);
  return p;
}
