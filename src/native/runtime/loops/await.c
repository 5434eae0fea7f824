/* Awaits: loops of which pure iterations are not executed.
 *
 * Idea. An operation that would lead its thread back to a state which the thread has been in since it last changed
 * anything ends a pure iteration. It is guarded, and blocked for as long as it would do that, which a trial finds
 * out. A lock that is taken by exchanging is then like a mutex, a ticket that is waited for like a semaphore. Of an
 * iteration that reads several locations only the last operation is guarded: what it read before is what the thread
 * would have to read again.
 * Source. What is sound is as in GenMC's assume for spin loops, and in Awamoche (Kokologiannakis, Marmanis,
 * Vafeiadis: Unblocking dynamic partial order reduction, CAV 2023).
 * Where we differ. There is no source of the loop: states of the thread are compared (signature.c), and header and tail
 * are learned from the first pure iteration that was executed (table.c).
 * Why that is sound. docs/awaits.md. In short: without its pure iterations an execution has the same end, and
 * a trial says the same wherever the location holds the same value: it depends on the thread's own past, on that
 * value, and on plain memory that the thread has read since its last release, so that who writes it races with
 * that read. An await whose location is accessed plainly is refuted. Under weak memory an await that reads
 * several locations takes two iterations first (docs/memory-model.md). */

#include <assert.h>

#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/state/signature.h"

#define CHECKS 200                /* of the first trials, in debug builds: all memory is as before */

/* What is not instrumented may change anything; a process for each execution has nobody to try. */
static bool
is_off (void)
{
  return rt->orders.unseen || rt->forked.active || rt->supervisor.out < 0;
}

/* A trace that is repeated comes from an exploration that knew loops; here each may be one. */
static bool
is_header (uint64_t place)
{
  return rt->orders.mode == WIRE_REPLAY || loops_find (LOOP_AWAIT, place);
}

static bool
is_tail (uint64_t place)
{
  const struct rt_loop *l = loops_find_tail (place);
  return rt->orders.mode == WIRE_REPLAY || (l && !l->is_refuted);
}

static bool
was_refuted (uint64_t place)
{
  const struct rt_loop *l = loops_find_tail (place);
  return l && l->is_refuted;
}

static bool
is_simple (const struct rt_thread *t)
{
  return t->size && native_has (t->op.kind, NATIVE_POLLS);
}

void
await_learn (struct rt_thread *t, uint64_t header, uint64_t tail)
{
  assert (t == rt->current && !rt->trial);
  bool is_known = is_header (header) && is_tail (tail);
  if (is_off () || is_known || t->inside || !is_simple (t) || was_refuted (header) || was_refuted (tail))
    return;
  if (loops_add (LOOP_AWAIT, header, tail))
    loops_learned ();
}

/* ---- visits ---- */

static struct rt_visit *
find_visit (struct rt_thread *t, uintptr_t address, uint64_t signature)
{
  assert (t->await.nvisits <= RT_VISITS);
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
  uint64_t now = signature_of (t);
  struct rt_visit *v = now ? find_visit (t, address, now) : NULL;
  assert (a->writes == t->writes && a->nvisits <= RT_VISITS);
  if (v)
    v->arrivals++;
  if (!now || v)
    return;
  if (a->nvisits == RT_VISITS)
    rt_memmove (t->visits, t->visits + 1, --a->nvisits * sizeof *t->visits);
  t->visits[a->nvisits++] = (struct rt_visit) {t->op.place, address, now, 1};
}

/* It may be taken for the end of a pure iteration. */
bool
await_has_visited (struct rt_thread *t, uintptr_t address, uint64_t signature)
{
  assert (rt->trial && t == rt->trial->thread);
  const struct rt_visit *v = find_visit (t, address, signature);
  uint32_t iterations = rt->has_weak && t->await.several ? 3 : 1;
  return v && v->arrivals >= iterations;
}

void
await_before (struct rt_thread *t, uintptr_t address)
{
  assert (t == rt->current && !rt->fingerprints);
  struct rt_await *a = &t->await;
  if (rt->trial) {
    trial_comes_to (t, address);
    return;
  }
  if (is_off () || t->inside || a->left)
    return;
  a->is_passage = a->in_passage = false;
  if (a->writes != t->writes) {
    a->nvisits = 0;
    a->npolls = 0;
    a->several = false;
    a->retry.outcome = 0;
    a->writes = t->writes;
  }
  if (is_simple (t) && passage_begins (t, address))
    return;
  if (is_header (t->op.place) && is_simple (t))
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

bool
await_ready (struct rt_thread *t)
{
  struct rt_await *a = &t->await;
  bool is_given = rt->orders.mode == WIRE_REPLAY && rt->run.depth < rt->orders.nsteps && rt->given[rt->run.depth].thread == t->id;
  if (rt->current || rt->replaying || is_given)
    return true;                  /* it was chosen */
  assert (t->op.guarded && t->size && !a->is_passage);
  if (rt->orders.mode != WIRE_REPLAY && race_is_mixed (t->id, t->memory, t->size, t->op.kind == NATIVE_RMW))
    loops_refute (a->retry.ends ? LOOP_RETRY : LOOP_AWAIT, t->op.place);
  const uint64_t *granule = (const uint64_t *) (t->memory & ~(uintptr_t) 7), *last = (const uint64_t *) ((t->memory + t->size - 1) & ~(uintptr_t) 7);
  if (a->tried && (a->found[0] == *granule && a->found[1] == *last))
    return !a->is_pure;
#ifndef NDEBUG
  uint64_t memory = rt->loops.checks < CHECKS ? signature_of_memory () : 0;
#endif
  a->is_pure = a->retry.ends && retry_is_pure (t);
  if (!a->is_pure && a->nvisits && is_tail (t->op.place))
    a->is_pure = trial_run (t, TRIAL_NEXT, NULL, 0).is_pure;
  assert (rt->loops.checks++ >= CHECKS || memory == signature_of_memory ());
  a->tried = true;
  a->found[0] = *granule;
  a->found[1] = *last;
  return !a->is_pure;
}

bool
await_is_stuck (struct rt_thread *t)
{
  assert (t->ready == await_ready || t->ready == passage_ready);
  struct trial_outcome o = trial_run (t, TRIAL_ROUND, NULL, 0);
  if (o.is_lost)
    rt_partial ("whether a loop waits for ever is not known: it goes through more than %u states", TRIAL_STATES);
  return o.is_pure;
}
