/* Waiting loops are waits.
 *
 * Idea: an operation that would lead its thread back to a state which the thread
 * has been in since it last changed anything ends a turn of a loop that waits.
 * Such a turn is not taken: the operation is guarded, and blocked for as long as
 * it would do that. Whether it would is found out by a trial: the thread is run
 * from where it stands to its next operation, and put back. A lock that is taken
 * by exchanging is then like a mutex, a ticket that is waited for like a
 * semaphore. Of a turn that reads several places only the last operation is
 * guarded: what it read before is what the thread would have to read again.
 * Source: what is sound is as in GenMC's assume for spin loops and Awamoche
 * (Kokologiannakis, Marmanis, Vafeiadis, CAV 2023).
 * Where we differ: there is no source of the loop. States of the thread are
 * compared (spin.c); where a turn begins and ends is learnt from the first that
 * was taken, and the exploration starts again with that known.
 * Why that is sound (docs/awaits.md has the argument):
 * - Take an execution, and leave out all turns that led back to the same state and
 *   changed nothing. The rest is an execution with the same end. Every execution
 *   without such turns is explored; one in which a thread is blocked in a turn
 *   that it would begin anew is cut, for there is one in which it begins later.
 * - A trial says the same wherever the location holds the same value: it depends on
 *   the thread's own past, on that value, and on plain memory. Plain memory that
 *   it reads must have been read by the thread since its last release, so that who
 *   writes it is in a race with that read. Else the turn is taken.
 * - A failing turn's atomic read may be in a race with a plain access. Where there
 *   is such an access, the place is no wait any more, and all begins again.
 * - Weak memory: a turn's reads may be all that puts the thread after a write. A
 *   loop that reads several locations takes two turns (docs/memory-model.md). */

#include "native/runtime/loops/await.h"

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/loops/trial.h"

#define CHECKS 200                /* of the first trials, in debug builds: all memory is as before */

/* ---- where ---- */

static bool
is_in (const uint64_t *places, uint32_t count, uint64_t place)
{
  for (uint32_t i = 0; i < count; i++)
    if (places[i] == place)
      return true;
  return false;
}

/* What is not instrumented may change anything; a process for each execution has nobody to try. */
static bool
is_off (void)
{
  return rt->orders.unseen || rt->forked.active || rt->supervisor.out < 0;
}

/* A trace that is repeated comes from an exploration that knew places; here all are known. */
static bool
is_head (uint64_t place)
{
  return rt->orders.mode == WIRE_REPLAY || is_in (rt->awaits.heads, rt->awaits.nheads, place);
}

static bool
is_tail (uint64_t place)
{
  return rt->orders.mode == WIRE_REPLAY || is_in (rt->awaits.tails, rt->awaits.ntails, place);
}

static bool
is_simple (const struct rt_thread *t)
{
  return t->size && native_has (t->op.kind, NATIVE_POLLS);
}

static void
add_place (uint64_t *places, uint32_t *count, uint64_t place)
{
  if (!is_in (places, *count, place))
    places[(*count)++] = place;
}

void
await_learn (struct rt_thread *t, uint64_t head, uint64_t tail)
{
  struct rt_awaits *a = &rt->awaits;
  assert (t == rt->current && !rt->trial);
  bool known = is_in (a->heads, a->nheads, head) && is_in (a->tails, a->ntails, tail);
  if (is_off () || known || rt->orders.mode == WIRE_REPLAY || t->inside || !is_simple (t) || a->nheads == RT_AWAITS || a->ntails == RT_AWAITS
      || is_in (a->never, a->nnever, head) || is_in (a->never, a->nnever, tail))
    return;
  add_place (a->heads, &a->nheads, head);
  add_place (a->tails, &a->ntails, tail);
  rt_restart (WIRE_RESTART_loops);
}

/* It is no wait: failing turns are taken. */
static _Noreturn void
unlearn (uint64_t place)
{
  struct rt_awaits *a = &rt->awaits;
  if (a->nnever == RT_AWAITS)
    rt_internal_error ("internal error: more than %d waiting loops race with plain accesses", RT_AWAITS);
  add_place (a->never, &a->nnever, place);
  for (uint32_t i = 0; i < a->ntails; i++)
    if (a->tails[i] == place)
      a->tails[i] = a->tails[--a->ntails];
  rt_restart (WIRE_RESTART_loops);
}

void
await_stack_shared (thread_id owner)
{
  struct rt_awaits *a = &rt->awaits;
  if (a->shared[owner])
    return;
  a->shared[owner] = true;
  if (a->relied[owner])
    rt_restart (WIRE_RESTART_loops);
}

/* ---- visits ---- */

static struct rt_visit *
find_visit (struct rt_thread *t, uintptr_t address, uint64_t signature)
{
  for (uint32_t i = 0; i < t->await.nvisits; i++) {
    struct rt_visit *v = &t->visits[i];
    if (v->place == t->op.place && v->address == address && v->signature == signature)
      return v;
  }
  return NULL;
}

static void
visit (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  uint64_t now = spin_signature (t);
  struct rt_visit *v = now ? find_visit (t, address, now) : NULL;
  if (v)
    v->arrivals++;
  if (!now || v)
    return;
  if (a->nvisits == RT_VISITS)
    rt_memmove (t->visits, t->visits + 1, --a->nvisits * sizeof *t->visits);
  t->visits[a->nvisits++] = (struct rt_visit) {t->op.place, address, now, 1};
}

/* It may be taken for the end of a turn that changed nothing. */
bool
await_has_visited (struct rt_thread *t, uintptr_t address, uint64_t signature)
{
  const struct rt_visit *v = find_visit (t, address, signature);
  uint32_t turns = rt->has_weak && t->await.several ? 3 : 1;
  return v && v->arrivals >= turns;
}

/* In a trial: has it come back? */
static void
come_to (struct rt_thread *t, uintptr_t address)
{
  struct rt_trial *trial = rt->trial;
  struct rt_await *a = &t->await;
  if (trial->path) {
    path_comes_to (t, address);
    return;
  }
  if (a->writes != t->writes)
    trial_end (false);
  uint64_t now = spin_signature (t);
  if (!trial->whole)
    trial_end (now && await_has_visited (t, address, now));
  for (uint32_t i = 0; i < trial->count; i++)
    if (trial->seen[i] == (now ^ t->op.place))
      trial_end (true);
  trial->is_lost = trial->count == TRIAL_STEPS;
  if (trial->is_lost || !now)
    trial_end (false);
  trial->seen[trial->count++] = now ^ t->op.place;
  trial->goes_on = true;
}

void
await_before (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  if (rt->trial) {
    come_to (t, address);
    return;
  }
  if (is_off () || t->inside || a->left)
    return;
  a->is_turn = a->in_turn = false;
  if (a->writes != t->writes) {
    a->nvisits = 0;
    a->nplaces = 0;
    a->several = false;
    a->tries.way = 0;
    a->writes = t->writes;
  }
  if (is_simple (t) && turn_begins (t, address))
    return;
  if (is_head (t->op.place) && is_simple (t))
    visit (t, address);
  a->several |= a->nvisits && t->visits[0].address != address;
  a->tried = false;
  bool is_end = retry_ends (t, address);
  if (!is_end && (!a->nvisits || !is_tail (t->op.place) || !is_simple (t))) {
    retry_begins (t, address);
    return;
  }
  assert (!t->ready && !t->ways);
  t->op.guarded = true;
  t->ready = await_ready;
}

/* ---- is it enabled? ---- */

#ifndef NDEBUG
/* A write of what was there makes a page known as written, and changes nothing. */
static void
add_word (void *context, uintptr_t at, uint64_t word)
{
  *(uint64_t *) context += digest_at (at, word);
}

static uint64_t
memory_hash (void)
{
  uint64_t sum = heap_hash ();
  snapshot_differences (add_word, &sum);
  return sum;
}
#endif

bool
await_ready (struct rt_thread *t)
{
  struct rt_await *a = &t->await;
  bool is_given = rt->orders.mode == WIRE_REPLAY && rt->run.depth < rt->orders.nsteps && rt->given[rt->run.depth].thread == t->id;
  if (rt->current || rt->replaying || is_given)
    return true;                  /* it was chosen */
  if (rt->orders.mode != WIRE_REPLAY && race_is_mixed (t->id, t->memory, t->size, t->op.kind == NATIVE_RMW))
    unlearn (t->op.place);
  const uint64_t *granule = (const uint64_t *) (t->memory & ~(uintptr_t) 7), *last = (const uint64_t *) ((t->memory + t->size - 1) & ~(uintptr_t) 7);
  if (a->tried && (a->found[0] == *granule && a->found[1] == *last))
    return !a->is_idle;
  struct rt_trial trial = {0};
#ifndef NDEBUG
  uint64_t memory = rt->awaits.checks < CHECKS ? memory_hash () : 0;
#endif
  trial.is_idle = a->tries.ends && retry_is_idle (t);
  if (!trial.is_idle && a->nvisits && is_tail (t->op.place))
    try_out (t, &trial);
  assert (rt->awaits.checks++ >= CHECKS || memory == memory_hash ());
  a->tried = true;
  a->is_idle = trial.is_idle;
  a->found[0] = *granule;
  a->found[1] = *last;
  return !trial.is_idle;
}

bool
await_is_stuck (struct rt_thread *t)
{
  struct rt_trial trial = {.whole = true};
  assert (t->ready == await_ready || t->ready == turn_ready);
  try_out (t, &trial);
  if (trial.is_lost)
    rt_partial ("whether a loop waits for ever is not known: it goes through more than %u states", TRIAL_STEPS);
  return trial.is_idle;
}
