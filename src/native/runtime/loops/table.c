/* The table of loops, and the values of what they read.
 *
 * Idea. A row says by which operations an iteration of a loop begins and ends, and how the loop waits. Rows are
 * learned from executions, some of them late, and some are refuted later. An operation must be guarded in all
 * executions or in none: so whenever the table changes, the exploration starts again. It does that a bounded
 * number of times, since rows are added once, refuted once, and values are added once. */

#include "native/runtime/loops/loops.h"

#include <assert.h>

#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"

static _Noreturn void
restart (enum wire_restart reason)
{
  assert (rt->orders.mode != WIRE_REPLAY && !rt->forked.active);
  assert (rt->loops.count <= RT_LOOPS && rt->loops.nlocations <= RT_LOCATIONS);
  rt_restart (reason);
}

/* ---- rows ---- */

struct rt_loop *
loops_find (enum loop_kind kind, uint64_t header)
{
  for (uint32_t i = 0; i < rt->loops.count; i++)
    if (rt->loops.rows[i].kind == kind && rt->loops.rows[i].header == header)
      return &rt->loops.rows[i];
  return NULL;
}

const struct rt_loop *
loops_find_tail (uint64_t tail)
{
  for (uint32_t i = 0; i < rt->loops.count; i++)
    if (rt->loops.rows[i].kind == LOOP_AWAIT && rt->loops.rows[i].tail == tail)
      return &rt->loops.rows[i];
  return NULL;
}

struct rt_loop *
loops_add (enum loop_kind kind, uint64_t header, uint64_t tail)
{
  struct rt_loops *l = &rt->loops;
  assert (header && (kind == LOOP_AWAIT ? tail != 0 : !loops_find (kind, header)));
  if (l->count == RT_LOOPS)
    return NULL;
  l->rows[l->count] = (struct rt_loop) {.kind = kind, .header = header, .tail = tail};
  return &l->rows[l->count++];
}

_Noreturn void
loops_learned (void)
{
  assert (rt->loops.count);
  restart (WIRE_RESTART_loops);
}

_Noreturn void
loops_refute (enum loop_kind kind, uint64_t place)
{
  bool is_new = false;
  for (uint32_t i = 0; i < rt->loops.count; i++) {
    struct rt_loop *l = &rt->loops.rows[i];
    bool is_meant = l->kind == kind && (kind == LOOP_PASSAGE ? l->header == place : l->tail == place || l->store == place);
    is_new |= is_meant && !l->is_refuted;
    l->is_refuted |= is_meant;
  }
  if (!is_new)
    rt_internal_error ("internal error: a loop that is not known is refuted");   /* else all would start again for ever */
  restart (WIRE_RESTART_loops);
}

void
loops_share_stack (thread_id owner)
{
  assert (owner < RT_THREADS);
  struct rt_loops *l = &rt->loops;
  if (l->shared[owner])
    return;
  l->shared[owner] = true;
  if (l->relied[owner] && rt->orders.mode != WIRE_REPLAY)
    restart (WIRE_RESTART_loops);
}

/* ---- values ---- */

static bool
overlaps (const struct rt_location *l, uintptr_t address, uint32_t bytes)
{
  return l->address < address + bytes && address < l->address + l->bytes;
}

static void
add_value (struct rt_location *l, uint64_t value)
{
  assert (!l->is_unbounded && l->count <= RT_VALUES && !rt->trial);
  for (uint32_t i = 0; i < l->count; i++)
    if (l->values[i] == value)
      return;
  if (l->count == RT_VALUES)
    l->is_unbounded = true;
  else
    l->values[l->count++] = value;
  restart (WIRE_RESTART_values);
}

struct rt_location *
loops_location (uintptr_t address, uint32_t bytes)
{
  struct rt_loops *l = &rt->loops;
  assert (!rt->trial && bytes && bytes <= sizeof (uint64_t));
  for (uint32_t i = 0; i < l->nlocations; i++)
    if (overlaps (&l->locations[i], address, bytes)) {
      struct rt_location *known = &l->locations[i];
      if (known->address != address || known->bytes != bytes || known->is_unbounded)
        return NULL;
      add_value (known, trial_load (address, bytes));
      return known;
    }
  if (l->nlocations == RT_LOCATIONS)
    return NULL;
  l->locations[l->nlocations] = (struct rt_location) {.address = address, .bytes = bytes};
  add_value (&l->locations[l->nlocations++], trial_load (address, bytes));
  return NULL;
}

void
loops_note_write (uintptr_t address, uint32_t bytes, uint64_t value)
{
  assert (bytes && rt->current);
  for (uint32_t i = 0; i < rt->loops.nlocations && !rt->replaying; i++) {
    struct rt_location *l = &rt->loops.locations[i];
    if (l->is_unbounded || !overlaps (l, address, bytes))
      continue;
    if (l->address == address && l->bytes == bytes)
      add_value (l, value);
    else {
      l->is_unbounded = true;
      restart (WIRE_RESTART_values);
    }
  }
}
