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

#include "native/runtime/await.h"

#include <assert.h>

#include "base/mem.h"
#include "base/mutant.h"
#include "native/runtime/coroutine.h"
#include "native/runtime/heap.h"
#include "native/runtime/rt.h"
#include "native/runtime/snapshot.h"

#define STEPS 256                 /* of a trial of whole turns */
#define CHECKS 200                /* of the first trials, in debug builds: all memory is as before */

struct rt_trial {
  struct rt_thread *thread;
  bool whole;                     /* it goes on to a state that it has been in itself */
  bool goes_on;                   /* the operation that is described will be done at once */
  bool is_idle, is_lost;          /* lost: it did not end */
  bool stack;                     /* it touched the thread's own stack */
  uint32_t count;
  uint64_t seen[STEPS];           /* signatures */
};

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
  return t->size && (t->op.kind == NATIVE_LOAD || t->op.kind == NATIVE_RMW || t->op.kind == NATIVE_CAS);
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
  rt_start_again ();
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
  rt_start_again ();
}

void
await_stack_shared (thread_id owner)
{
  struct rt_awaits *a = &rt->awaits;
  if (a->shared[owner])
    return;
  a->shared[owner] = true;
  if (a->relied[owner])
    rt_start_again ();
}

/* ---- visits ---- */

static struct rt_visit *
find_visit (struct rt_await *a, uint64_t place, uintptr_t address, uint64_t signature)
{
  for (uint32_t i = 0; i < a->nvisits; i++) {
    struct rt_visit *v = &a->visits[i];
    if (v->place == place && v->address == address && v->signature == signature)
      return v;
  }
  return NULL;
}

static void
visit (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  uint64_t now = spin_signature (t);
  struct rt_visit *v = now ? find_visit (a, t->op.place, address, now) : NULL;
  if (v)
    v->arrivals++;
  if (!now || v)
    return;
  if (a->nvisits == RT_VISITS)
    rt_memmove (a->visits, a->visits + 1, --a->nvisits * sizeof *a->visits);
  a->visits[a->nvisits++] = (struct rt_visit) {t->op.place, address, now, 1};
}

/* In a trial: has it come back? */
static void
come_to (struct rt_thread *t, uintptr_t address)
{
  struct rt_trial *trial = rt->trial;
  struct rt_await *a = &t->await;
  if (a->writes != t->writes)
    trial_end (false);
  uint64_t now = spin_signature (t);
  if (!trial->whole) {
    const struct rt_visit *v = now ? find_visit (a, t->op.place, address, now) : NULL;
    uint32_t turns = rt->has_weak && a->several && !MUTANT (memory_spin_first_turn) ? 3 : 1;
    trial_end (v && v->arrivals >= turns);
  }
  for (uint32_t i = 0; i < trial->count; i++)
    if (trial->seen[i] == (now ^ t->op.place))
      trial_end (true);
  trial->is_lost = trial->count == STEPS;
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
  if (is_off () || t->inside)
    return;
  if (a->writes != t->writes) {
    a->nvisits = MUTANT (runtime_await_visits_kept) ? a->nvisits : 0;
    a->several = false;
    a->writes = t->writes;
  }
  if (is_head (t->op.place) && is_simple (t))
    visit (t, address);
  a->several |= a->nvisits && a->visits[0].address != address;
  a->tried = false;
  if (!a->nvisits || !is_tail (t->op.place) || !is_simple (t))
    return;
  assert (!t->ready && !t->ways);
  t->op.guarded = true;
  t->ready = await_ready;
}

/* ---- trials ---- */

/* What a trial changes: the stack, and of the checker's memory this. */
struct rt_before {
  char *stack;
  size_t room;                    /* there */
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
save (const struct rt_thread *t, struct rt_before *b)
{
  b->step = rt->step;
  b->run = rt->run;
  b->failure_pc = rt->failure.pc;
  rt_memcpy (b->frames, t->frames, frames_of (t) * sizeof *b->frames);
  rt_memcpy (b->levels, t->levels, frames_of (t) * sizeof *b->levels);
  rt_memcpy (b->thread, t, sizeof b->thread);
}

static void
restore (struct rt_thread *t, const struct rt_before *b)
{
  rt_memcpy (t, b->thread, sizeof b->thread);
  rt_memcpy (t->frames, b->frames, frames_of (t) * sizeof *b->frames);
  rt_memcpy (t->levels, b->levels, frames_of (t) * sizeof *b->levels);
  rt->failure.pc = b->failure_pc;
  rt->run = b->run;
  rt->step = b->step;
}

/* Runs the thread from its announced operation to where the trial ends, and puts it back. */
static void
try_out (struct rt_thread *t, struct rt_trial *trial)
{
  struct rt_before *b = rt->awaits.before;
  size_t bytes = RT_STACKS + (t->id + 1) * (size_t) RT_STACK_ROOM - (uintptr_t) t->sp;
  char *sp = t->sp;
  assert (!rt->current && !rt->replaying && !rt->trial && t->state == RT_ALIVE);
  if (!b)
    b = rt->awaits.before = own_alloc (sizeof *b);
  if (b->room < bytes)
    b->stack = mem_realloc (b->stack, b->room = 2 * bytes);
  rt_memcpy (b->stack, sp, bytes);
  save (t, b);
  trial->thread = t;
  rt->trial = trial;
  rt->replaying = true;           /* nothing is checked, nor noted for going back */
  rt_run_on (t);
  rt_switch (&rt->explorer_sp, t->sp);
  rt->current = NULL;
  rt->replaying = false;
  rt->trial = NULL;
  restore (t, b);
  if (!MUTANT (runtime_trial_stack_kept))
    rt_memcpy (sp, b->stack, bytes);
  assert (t->sp == (void *) sp);
}

/* In the thread that is tried. */
_Noreturn void
trial_end (bool is_idle)
{
  void *nowhere;
  rt->trial->is_idle = is_idle;
  rt_switch (&nowhere, rt->explorer_sp);
  rt_internal_error ("internal error: a trial goes on after its end");
}

bool
trial_goes_on (void)
{
  bool goes_on = rt->trial->goes_on;
  rt->trial->goes_on = false;
  if (!goes_on)
    trial_end (false);
  return true;
}

void
trial_access (uintptr_t address, size_t bytes, bool is_plain, bool write)
{
  struct rt_trial *trial = rt->trial;
  thread_id id = trial->thread->id;
  if (!is_plain)
    return;
  if (on_own_stack (trial->thread, address) && !rt->awaits.shared[id]) {
    rt->awaits.relied[id] = true;
    return;
  }
  if (write || !race_is_noted (address, bytes))
    trial_end (MUTANT (runtime_trial_writes) ? true : false);
}

#ifndef NDEBUG
static uint64_t
memory_hash (void)
{
  return snapshot_hash () ^ heap_hash () * 0x9e3779b97f4a7c15u;
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
  if (a->tried && ((a->found[0] == *granule && a->found[1] == *last) || MUTANT (runtime_trial_stale)))
    return !a->is_idle;
  struct rt_trial trial = {0};
#ifndef NDEBUG
  uint64_t memory = rt->awaits.checks < CHECKS ? memory_hash () : 0;
#endif
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
  assert (t->ready == await_ready);
  try_out (t, &trial);
  if (trial.is_lost)
    rt_partial ("whether a loop waits for ever is not known: it goes through more than %u states", STEPS);
  return trial.is_idle;
}
