/* Loops that try again on a fresh read.
 *
 * Idea. A loop that reads a location, prepares something, and compares and exchanges the location waits, when
 * the exchange fails, for nothing but its next look: the turn might as well not have been made. It
 * is not made: the exchange is guarded, and blocked for as long as it would fail and lead to where the thread was.
 * Two things hide that such a turn changes nothing. The exchange leaves what it found in a variable that the next
 * turn overwrites: so states at the fresh read are compared by what they lead to, with every value that the
 * location holds in what is explored. And the turn may have stored something that the next turn overwrites, as a
 * push does in its own node, at the beginning: such a store counts as no change if nobody else can see it.
 * Source. The failed exchange as the end of an execution is GenMC's and Nidhugg's; they leave the store to the user.
 * Where we differ. Whether somebody can see the store is found out: it is checked as if it were a plain one. Who
 * accesses the cell without an order by other means makes all begin again without that shortcut.
 * Why that is sound. docs/awaits.md, "Loops that try again". In short: the turn in which somebody would see the
 * store is explored up to its exchange, so the first who would is seen. */

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/loops/path.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/sync/sync.h"

static struct rt_retry *
find_retry (uint64_t head)
{
  for (uint32_t i = 0; i < rt->awaits.nretries; i++)
    if (rt->awaits.retries[i].head == head)
      return &rt->awaits.retries[i];
  return NULL;
}

/* A handler, or a clean-up, is the same thread's and would see the store; with weak memory failed turns count. */
static bool
is_off (void)
{
  return rt->orders.mode == WIRE_REPLAY || rt->has_weak || rt->orders.allow_races || rt->modes & (RT_SECTIONS | RT_CANCELS | RT_SIGNALS);
}

void
retry_shared (uint64_t store)
{
  for (uint32_t i = 0; i < rt->awaits.nretries; i++)
    rt->awaits.retries[i].is_off |= rt->awaits.retries[i].store == store;
  rt_restart (WIRE_RESTART_loops);
}

/* ---- which loops there are ---- */

/* An exchange has failed, and its thread goes back to a read of the same location. */
static void
learn (struct rt_thread *t, uintptr_t address)
{
  struct rt_tried *r = &t->await.tries;
  struct rt_retry *known = find_retry (t->op.place);
  if (!known && rt->awaits.nretries < RT_AWAITS) {
    known = &rt->awaits.retries[rt->awaits.nretries++];
    *known = (struct rt_retry) {.head = t->op.place};
  }
  bool is_turn = r->head == t->op.place && r->failed && r->address == address && t->writes == r->writes + (r->store != 0);
  if (is_turn && known && !known->tail && !known->is_off) {
    known->store = r->store;
    known->tail = r->tail;
    if (t->spin.slept)
      time_slept_waiting ();
    rt_restart (WIRE_RESTART_loops);
  }
}

/* ---- what a state leads to ---- */

/* From the announced operation, after a failed exchange with `first` if there is one; 0: not known. */
static uint64_t
way_of (struct rt_thread *t, const struct rt_watched *w, const uint64_t *first, uint64_t store, uintptr_t *cell, bool *plain)
{
  uint32_t before = first != NULL;
  uint64_t way = 1;
  *cell = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    uint64_t values[2] = {first ? *first : w->values[i], w->values[i]};
    struct path p = path_run (t, values, before + 1);
    *plain |= p.plain;
    if (!p.is_known || p.done != before + 1)
      return 0;
    if (store && (p.stores_at != store || (*cell && *cell != p.cell)))
      return 0;
    *cell = p.cell;
    way = digest_add (way, p.end);
  }
  return way ? way : 1;
}

/* It is at a fresh read, and always enabled. */
bool
retry_look (struct rt_thread *t)
{
  struct rt_tried *r = &t->await.tries;
  if (rt->current || rt->replaying || r->looked)
    return true;
  const struct rt_watched *w = turn_watch (t->memory, t->size);
  bool plain = false;
  r->looked = true;
  r->way = w ? way_of (t, w, NULL, find_retry (r->head)->store, &r->cell, &plain) : 0;
  if (plain)
    r->way = 0;                   /* other memory might lead elsewhere from the same state */
  return true;
}

/* Trials leave no traces but on the stack, below the program's frames, where repeating leaves others: a second look might
 * see another state, and an exchange that was guarded would not be. What was seen is noted with the step. */
void
retry_note (const struct rt_thread *t, struct rt_taken *taken)
{
  taken->way = t->await.tries.way;
  taken->cell = t->await.tries.cell;
}

void
retry_repeat (struct rt_thread *t, const struct rt_taken *taken)
{
  struct rt_tried *r = &t->await.tries;
  if (t->ready != retry_look)
    return;
  r->looked = true;
  r->way = taken->way;
  r->cell = taken->cell;
}

/* ---- in the thread ---- */

/* A read is about to be announced. */
void
retry_begins (struct rt_thread *t, uintptr_t address)
{
  struct rt_tried *r = &t->await.tries;
  if (t->op.kind != NATIVE_LOAD || is_off ())
    return;
  if (r->failed_at == address && t->op.kind == NATIVE_LOAD)
    learn (t, address);
  const struct rt_retry *known = find_retry (t->op.place);
  r->failed_at = 0;
  if (!known || known->is_off)
    return;
  *r = (struct rt_tried) {.head = t->op.place, .address = address, .writes = t->writes, .at_head = true};
  if (known->tail && !t->ready)
    t->ready = retry_look;
}

/* An exchange is about to be announced: it may end a turn. */
bool
retry_ends (struct rt_thread *t, uintptr_t address)
{
  struct rt_tried *r = &t->await.tries;
  r->ends = false;
  if (t->op.kind != NATIVE_CAS || !r->way || r->address != address || t->await.writes != t->writes)
    return false;
  return r->ends = t->op.place == find_retry (r->head)->tail;
}

/* It would fail, and begin anew. */
bool
retry_is_idle (struct rt_thread *t)
{
  const struct rt_tried *r = &t->await.tries;
  const struct rt_watched *w = turn_watch (t->memory, t->size);
  uint64_t value = path_load (t->memory, t->size);
  uintptr_t cell;
  bool plain = false;
  uint64_t way = w ? way_of (t, w, &value, find_retry (r->head)->store, &cell, &plain) : 0;
  return way && !plain && (way == r->way && cell == r->cell);
}

void
retry_did (struct rt_thread *t, const struct rt_atomic *a)
{
  struct rt_tried *r = &t->await.tries;
  bool is_first = r->at_head && a->address != r->address, is_failed = a->compares && !a->writes;
  r->failed_at = is_failed ? a->address : 0;
  if (a->writes && !a->reads && is_first && r->head) {
    const struct rt_retry *known = find_retry (r->head);
    r->store = a->pc;
    if (r->way && known && known->store == a->pc && r->cell == a->address && !known->is_off) {
      t->await.writes = t->writes;
      t->await.nvisits = t->await.nplaces = 0;   /* for other loops it is a change */
      race_access (a->address, a->bytes, RACE_OWN, a->pc);
    }
  }
  if (is_failed && a->address == r->address) {
    r->failed = true;
    r->tail = a->pc;
  }
  r->at_head &= a->address == r->address && a->pc == r->head;
}
