/* Waiting loops whose turns are one operation.
 *
 * Idea. A lock that tests before it sets, or backs off longer after each failure, waits for one
 * location only, but in turns of several operations, or of several states. If how such a loop is left
 * depends on the last value alone, then a thread that comes to it need look once: when the location
 * holds a value with which it gets through. From where it stands to where it has left, all is one
 * guarded step.
 * Source. GenMC's assume for spin loops is the case of one operation.
 * Where we differ. There is no source of the loop: whether that is so is tried, with all values that
 * the location ever holds, from every state of the loop that they lead to.
 * Why that is sound. docs/awaits.md, "Turns that are one operation". In short: whatever a thread read
 * before it left with the value v, it would have left in the same state, by the same operation, had it
 * begun then; what it read before, others cannot see. Values are all that were ever written in what was
 * explored; one more, and the exploration starts again. */

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/loops/path.h"
#include "native/runtime/core/rt.h"

enum { STATES = PATH_LONGEST - 1, KNOWN = 4096 };
#define IDLE UINT32_MAX

/* Of the loop: which operation comes next, and values that lead there. */
struct state {
  uint64_t signature, place;
  uint32_t count;
  uint64_t values[STATES];
};

struct loop {
  struct rt_thread *thread;
  const struct rt_watched *watched;
  struct path direct[RT_VALUES];  /* by value */
  uint32_t nstates;
  struct state states[STATES];
  bool writes, plain;
};

static bool
add_state (struct loop *l, const struct path *p, const struct state *from, uint64_t value)
{
  for (uint32_t i = 0; i < l->nstates; i++)
    if (l->states[i].signature == p->end)
      return true;
  if (l->nstates == STATES)
    return false;
  struct state *s = &l->states[l->nstates++];
  *s = *from;
  s->signature = p->end;
  s->place = p->place;
  s->values[s->count++] = value;
  return true;
}

/* From the state, with the value: to a state of the loop, or out of it as directly. */
static bool
follow (struct loop *l, uint32_t state, uint32_t value)
{
  const struct path *direct = &l->direct[value];
  uint64_t values[PATH_LONGEST];
  uint32_t count = l->states[state].count;
  rt_memcpy (values, l->states[state].values, count * sizeof *values);
  values[count] = l->watched->values[value];
  struct path p = path_run (l->thread, values, count + 1);
  l->plain |= p.plain;
  l->writes |= p.writes && p.leaves;
  if (!p.is_known || p.done != count + 1)
    return false;
  if (!p.leaves)
    return add_state (l, &p, &l->states[state], values[count]);
  return direct->leaves && direct->end == p.end;
}

/* How it is left depends on the last value alone; it has several states. */
static bool
is_one_operation (struct loop *l)
{
  const struct rt_watched *w = l->watched;
  l->states[0] = (struct state) {.signature = l->thread->await.start};
  l->nstates = 1;
  for (uint32_t v = 0; v < w->count; v++) {
    l->direct[v] = path_run_with (l->thread, w->values[v]);
    l->plain |= l->direct[v].plain;
    if (!l->direct[v].is_known)
      return false;
  }
  for (uint32_t i = 0; i < l->nstates; i++)
    for (uint32_t v = 0; v < w->count; v++)
      if (!follow (l, i, v))
        return false;
  /* of a location that holds one value so far more is not known yet */
  return l->nstates > 1 || (w->count == 1 && (!l->direct[0].leaves || l->direct[0].changed));
}

/* ---- what is known of the program ---- */

static struct rt_turn_place *
find_place (uint64_t place)
{
  for (uint32_t i = 0; i < rt->awaits.nturns; i++)
    if (rt->awaits.turns[i].place == place)
      return &rt->awaits.turns[i];
  return NULL;
}

/* Loops whose turns may be one operation begin there. */
static void
turn_suspect (uint64_t place)
{
  struct rt_awaits *a = &rt->awaits;
  if (rt->orders.mode == WIRE_REPLAY || find_place (place) || a->nturns == RT_AWAITS)
    return;
  for (uint32_t i = 0; i < a->nno_turns; i++)
    if (a->no_turns[i] == place)
      return;
  a->turns[a->nturns++] = (struct rt_turn_place) {.place = place};
  rt_restart (WIRE_RESTART_loops);
}

/* Its operations are steps of their own. */
static _Noreturn void
forget_place (uint64_t place)
{
  struct rt_awaits *a = &rt->awaits;
  struct rt_turn_place *p = find_place (place);
  if (a->nno_turns == RT_AWAITS)
    rt_internal_error ("internal error: more than %d loops are not one operation", RT_AWAITS);
  assert (p);
  *p = a->turns[--a->nturns];
  a->no_turns[a->nno_turns++] = place;
  rt_restart (WIRE_RESTART_loops);
}

static void
add_value (struct rt_watched *w, uint64_t value)
{
  for (uint32_t i = 0; i < w->count; i++)
    if (w->values[i] == value)
      return;
  if (w->count == RT_VALUES)
    w->untold = true;
  else
    w->values[w->count++] = value;
  rt_restart (WIRE_RESTART_values);
}

struct rt_watched *
turn_watch (uintptr_t address, uint32_t bytes)
{
  struct rt_awaits *a = &rt->awaits;
  for (uint32_t i = 0; i < a->nwatched; i++)
    if (a->watched[i].address < address + bytes && address < a->watched[i].address + a->watched[i].bytes) {
      struct rt_watched *w = &a->watched[i];
      if (w->address != address || w->bytes != bytes || w->untold)
        return NULL;
      add_value (w, path_load (address, bytes));
      return w;
    }
  if (a->nwatched == RT_WATCHED)
    return NULL;
  a->watched[a->nwatched++] = (struct rt_watched) {.address = address, .bytes = bytes, .count = 1, .values = {path_load (address, bytes)}};
  rt_restart (WIRE_RESTART_values);
}

void
turn_note_write (uintptr_t address, uint32_t bytes, uint64_t value)
{
  struct rt_awaits *a = &rt->awaits;
  for (uint32_t i = 0; i < a->nwatched && !rt->replaying; i++) {
    struct rt_watched *w = &a->watched[i];
    if (w->untold || w->address >= address + bytes || address >= w->address + w->bytes)
      continue;
    if (w->address == address && w->bytes == bytes)
      add_value (w, value);
    else {
      w->untold = true;
      rt_restart (WIRE_RESTART_values);
    }
  }
}

/* ---- steps ---- */

/* Here again, and nothing was changed since: a loop. */
static void
come_round (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  for (uint32_t i = 0; i < a->nplaces; i++)
    if (t->places[i].place == t->op.place && t->places[i].address == address) {
      turn_suspect (t->op.place);
      return;
    }
  if (a->nplaces < RT_PLACES)
    t->places[a->nplaces++] = (struct rt_place) {t->op.place, address};
}

bool
turn_begins (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  come_round (t, address);
  const struct rt_turn_place *p = rt->orders.mode == WIRE_REPLAY ? NULL : find_place (t->op.place);
  if (!p || rt->modes & (RT_SECTIONS | RT_CANCELS | RT_SIGNALS) || !turn_watch (address, t->size))
    return false;
  uint64_t now = spin_signature (t);
  if (!now)
    return false;
  a->start = digest_add (now, t->op.place) | 1;
  a->is_turn = true;
  a->checked = a->tried = false;
  a->several |= a->nvisits && t->visits[0].address != address;
  if (p->writes && t->op.kind != NATIVE_CAS) {
    for (uint32_t i = 0; i < t->op.count; i++)
      t->access[i].how = ACCESS_WRITE;
    op_may_do_less (t);
  }
  t->op.guarded = true;
  t->ready = turn_ready;
  return true;
}

/* A loop that was looked at, read no plain memory and is in no other one: the operations that follow the
 * first, by value, or IDLE. */
struct rt_turn {
  uint64_t key;
  uint32_t steps[RT_VALUES];
};

static struct rt_turn *
find_known (const struct rt_thread *t, const struct rt_watched *w, uint64_t *key)
{
  if (!rt->awaits.known)
    rt->awaits.known = own_alloc (KNOWN * sizeof *rt->awaits.known);
  *key = digest_add (digest_add (digest_add (t->await.start, t->memory), (uint64_t) (w - rt->awaits.watched)), w->count);
  struct rt_turn *known = &rt->awaits.known[*key % KNOWN];
  return t->await.nvisits || rt->awaits.shared[t->id] ? NULL : known;
}

static void
check (struct rt_thread *t, const struct rt_watched *w)
{
  struct loop l = {.thread = t, .watched = w};
  uint64_t key;
  struct rt_turn *known = find_known (t, w, &key);
  t->await.checked = true;
  if (known && known->key == key)
    return;
  if (!is_one_operation (&l))
    forget_place (t->op.place);
  struct rt_turn_place *p = find_place (t->op.place);
  if (l.writes && !p->writes) {
    p->writes = true;
    rt_restart (WIRE_RESTART_loops);
  }
  for (uint32_t i = 1; i < l.nstates; i++)
    turn_suspect (l.states[i].place);   /* who comes to the loop there is in it as well */
  if (l.plain || !known)
    return;
  known->key = key;
  for (uint32_t v = 0; v < w->count; v++)
    known->steps[v] = l.direct[v].leaves && !l.direct[v].is_idle ? l.direct[v].done - 1 : IDLE;
}

/* With the value that the location has. */
static uint32_t
look (struct rt_thread *t, const struct rt_watched *w, uint64_t value)
{
  uint64_t key;
  const struct rt_turn *known = find_known (t, w, &key);
  for (uint32_t v = 0; known && known->key == key && v < w->count; v++)
    if (w->values[v] == value)
      return known->steps[v];
  struct path p = path_run (t, NULL, 0);
  return p.leaves && !p.is_idle ? p.done - 1 : IDLE;
}

bool
turn_ready (struct rt_thread *t)
{
  struct rt_await *a = &t->await;
  if (rt->current || rt->replaying)
    return true;                  /* it was chosen */
  if (race_is_mixed (t->id, t->memory, t->size, find_place (t->op.place)->writes))
    forget_place (t->op.place);
  uint64_t value = path_load (t->memory, t->size);
  if (a->tried && a->found[0] == value)
    return !a->is_idle;
  const struct rt_watched *w = turn_watch (t->memory, t->size);
  assert (w);
  if (!a->checked)
    check (t, w);
  a->tried = true;
  a->found[0] = value;
  a->steps = look (t, w, value);
  a->is_idle = a->steps == IDLE;
  return !a->is_idle;
}

uint32_t
turn_steps (struct rt_thread *t)
{
  assert (t->ready == turn_ready && t->await.is_turn);
  return turn_ready (t) ? t->await.steps : 0;
}

void
turn_starts (struct rt_thread *t)
{
  bool is_simple = native_has (t->op.kind, NATIVE_POLLS);
  t->await.left = is_simple && t->size ? t->alternative : 0;
  t->await.in_turn = t->await.left;
}

bool
turn_goes_on (struct rt_thread *t)
{
  if (!t->await.left)
    return false;
  t->await.left--;
  return true;
}
