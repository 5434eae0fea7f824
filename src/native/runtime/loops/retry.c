/* Retries: loops that compare and exchange what a fresh read has found.
 *
 * Idea. When the exchange fails, the loop waits for nothing but its next look: the iteration might as well not have
 * been made. It is not made: the exchange is guarded, and blocked for as long as it would fail and lead to
 * where the thread was. Two things hide that such an iteration is pure. The exchange leaves what it found in a variable
 * that the next iteration overwrites: so states at the fresh read are compared by what they lead to, with every
 * value that the location holds in what is explored. And the iteration may have stored something that the next one
 * overwrites, as a push does in its own node, at the beginning: such a store counts as no change if no other thread
 * can see it.
 * Source. The failed exchange as the end of an execution is GenMC's and Nidhugg's; they leave the store to the user.
 * Where we differ. Whether somebody can see the store is found out: it is checked as if it were a plain one. Who
 * accesses the cell without an order by other means refutes the loop.
 * Why that is sound. docs/awaits.md, "Retries". In short: the iteration in which somebody would see the
 * store is explored up to its exchange, so the first who would is seen. */

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/sync/sync.h"

/* A handler, or a clean-up, is the same thread's and would see the store; with weak memory failed exchanges count. */
static bool
is_off (void)
{
  return rt->orders.mode == WIRE_REPLAY || rt->has_weak || rt->orders.allow_races || rt->modes & (RT_SECTIONS | RT_CANCELS | RT_SIGNALS);
}

/* An exchange has failed, and its thread goes back to a read of the same location. */
static void
learn (struct rt_thread *t, uintptr_t address)
{
  assert (!is_off () && t == rt->current && !rt->trial);
  const struct rt_retry *r = &t->await.retry;
  struct rt_loop *known = loops_find (LOOP_RETRY, t->op.place);
  if (!known)
    known = loops_add (LOOP_RETRY, t->op.place, 0);
  bool is_iteration = r->header == t->op.place && r->failed && r->address == address && t->writes == r->writes + (r->store != 0);
  if (is_iteration && known && !known->tail && !known->is_refuted) {
    known->store = r->store;
    known->tail = r->tail;
    if (t->spin.slept)
      time_slept_waiting ();
    loops_learned ();
  }
}

/* ---- what a state leads to ---- */

/* From the announced operation, after a failed exchange with `first` if there is one: a digest, and the cell that is
 * stored to; false: not known, or it depends on other memory. */
static bool
outcome_of (struct rt_thread *t, const uint64_t *first, uint64_t *outcome, uintptr_t *cell)
{
  assert (!rt->current && loops_find (LOOP_RETRY, t->await.retry.header));
  const struct rt_location *l = loops_location (t->memory, t->size);
  uint64_t store = loops_find (LOOP_RETRY, t->await.retry.header)->store;
  uint32_t before = first != NULL;
  *outcome = 1;
  *cell = 0;
  for (uint32_t i = 0; l && i < l->count; i++) {
    uint64_t values[2] = {first ? *first : l->values[i], l->values[i]};
    struct trial_outcome o = trial_run (t, TRIAL_VALUES, values, before + 1);
    if (!o.is_known || o.is_plain || o.operations != before + 1)
      return false;
    if (store && (o.store != store || (*cell && *cell != o.cell)))
      return false;
    *cell = o.cell;
    *outcome = digest_add (*outcome, o.end);
  }
  return l && *outcome;
}

/* It is at a fresh read, and always enabled. */
bool
retry_look (struct rt_thread *t)
{
  struct rt_retry *r = &t->await.retry;
  if (rt->current || rt->replaying || r->looked)
    return true;
  assert (t->op.kind == NATIVE_LOAD && r->header == t->op.place);
  r->looked = true;
  if (!outcome_of (t, NULL, &r->outcome, &r->cell))
    r->outcome = 0;
  return true;
}

/* Trials leave no traces but on the stack, below the program's frames, where repeating leaves others: a second look might
 * see another state, and an exchange that was guarded would not be. What was seen is noted with the step. */
void
retry_note (const struct rt_thread *t, struct rt_taken *taken)
{
  taken->outcome = t->await.retry.outcome;
  taken->cell = t->await.retry.cell;
}

void
retry_repeat (struct rt_thread *t, const struct rt_taken *taken)
{
  assert (rt->replaying);
  struct rt_retry *r = &t->await.retry;
  if (t->ready != retry_look)
    return;
  r->looked = true;
  r->outcome = taken->outcome;
  r->cell = taken->cell;
}

/* ---- in the thread ---- */

void
retry_begins (struct rt_thread *t, uintptr_t address)
{
  struct rt_retry *r = &t->await.retry;
  if (t->op.kind != NATIVE_LOAD || is_off ())
    return;
  if (r->failed_at == address)
    learn (t, address);
  const struct rt_loop *known = loops_find (LOOP_RETRY, t->op.place);
  r->failed_at = 0;
  if (!known || known->is_refuted)
    return;
  *r = (struct rt_retry) {.header = t->op.place, .address = address, .writes = t->writes, .at_header = true};
  if (known->tail && !t->ready)
    t->ready = retry_look;
}

bool
retry_ends (struct rt_thread *t, uintptr_t address)
{
  assert (t == rt->current && !rt->trial);
  struct rt_retry *r = &t->await.retry;
  r->ends = false;
  if (t->op.kind != NATIVE_CAS || !r->outcome || r->address != address || t->await.writes != t->writes)
    return false;
  return r->ends = t->op.place == loops_find (LOOP_RETRY, r->header)->tail;
}

bool
retry_is_pure (struct rt_thread *t)
{
  const struct rt_retry *r = &t->await.retry;
  uint64_t value = trial_load (t->memory, t->size), outcome;
  uintptr_t cell;
  assert (r->ends && r->outcome && t->memory == r->address);
  return outcome_of (t, &value, &outcome, &cell) && outcome == r->outcome && cell == r->cell;
}

void
retry_did (struct rt_thread *t, const struct rt_atomic *a)
{
  assert (!rt->trial && t == rt->current && a->pc == t->op.place);
  struct rt_retry *r = &t->await.retry;
  bool is_first = r->at_header && a->address != r->address, is_failed = a->compares && !a->writes;
  r->failed_at = is_failed ? a->address : 0;
  if (a->writes && !a->reads && is_first && r->header) {
    const struct rt_loop *known = loops_find (LOOP_RETRY, r->header);
    r->store = a->pc;
    if (r->outcome && known && known->store == a->pc && r->cell == a->address && !known->is_refuted) {
      t->await.writes = t->writes;
      t->await.nvisits = t->await.npolls = 0;   /* for other loops it is a change */
      race_access (a->address, a->bytes, RACE_OWN, a->pc);
    }
  }
  if (is_failed && a->address == r->address) {
    r->failed = true;
    r->tail = a->pc;
  }
  r->at_header &= a->address == r->address && a->pc == r->header;
}
