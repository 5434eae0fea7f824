/* Passages: waiting loops that are one operation as a whole.
 *
 * Idea. A lock that tests before it sets, or backs off longer after each failure, waits for one location only, but
 * its iterations have several operations, or several states. If how such a loop is left depends on the last value
 * alone, then a thread that comes to it need look once: when the location holds a value with which it gets through.
 * From where it stands to where it has left, all is one guarded step.
 * Source. GenMC's assume for spin loops is the case of one operation.
 * Where we differ. There is no source of the loop: whether that is so is tried, with all values that the location
 * ever holds, from every state of the loop that they lead to.
 * Why that is sound. docs/awaits.md, "Loops that are one operation". In short: whatever a thread read before it left
 * with the value v, it would have left in the same state, by the same operation, had it begun then; what it read
 * before, others cannot see. Values are all that were ever written in what was explored; one more, and the
 * exploration starts again. */

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/state/signature.h"

enum { STATES = TRIAL_OPERATIONS - 1, KNOWN = 4096 };
#define BLOCKED UINT32_MAX

/* Of the loop: which operation comes next, and values that lead there. */
struct state {
  uint64_t signature, place;
  uint32_t count;
  uint64_t values[STATES];
};

/* A loop that is looked at. */
struct candidate {
  struct rt_thread *thread;
  const struct rt_location *location;
  struct trial_outcome direct[RT_VALUES];   /* with each value all the time */
  uint32_t nstates;
  struct state states[STATES];
  bool writes, is_plain;
};

static bool
add_state (struct candidate *c, const struct trial_outcome *o, const struct state *from, uint64_t value)
{
  assert (o->is_known && !o->leaves && from->count < STATES);
  for (uint32_t i = 0; i < c->nstates; i++)
    if (c->states[i].signature == o->end)
      return true;
  if (c->nstates == STATES)
    return false;
  struct state *s = &c->states[c->nstates++];
  *s = *from;
  s->signature = o->end;
  s->place = o->place;
  s->values[s->count++] = value;
  return true;
}

/* From the state, with the value: to a state of the loop, or out of it as directly. */
static bool
follow (struct candidate *c, uint32_t state, uint32_t value)
{
  const struct trial_outcome *direct = &c->direct[value];
  uint64_t values[TRIAL_OPERATIONS];
  uint32_t count = c->states[state].count;
  assert (state < c->nstates && value < c->location->count && count < TRIAL_OPERATIONS);
  rt_memcpy (values, c->states[state].values, count * sizeof *values);
  values[count] = c->location->values[value];
  struct trial_outcome o = trial_run (c->thread, TRIAL_VALUES, values, count + 1);
  c->is_plain |= o.is_plain;
  c->writes |= o.writes && o.leaves;
  if (!o.is_known || o.operations != count + 1)
    return false;
  if (!o.leaves)
    return add_state (c, &o, &c->states[state], values[count]);
  return direct->leaves && direct->end == o.end;
}

/* How it is left depends on the last value alone; it has several states. */
static bool
is_one_operation (struct candidate *c)
{
  assert (c->location->count && !c->location->is_unbounded && c->thread->await.start);
  const struct rt_location *l = c->location;
  c->states[0] = (struct state) {.signature = c->thread->await.start};
  c->nstates = 1;
  for (uint32_t v = 0; v < l->count; v++) {
    c->direct[v] = trial_run (c->thread, TRIAL_CONSTANT, &l->values[v], 1);
    c->is_plain |= c->direct[v].is_plain;
    if (!c->direct[v].is_known)
      return false;
  }
  for (uint32_t i = 0; i < c->nstates; i++)
    for (uint32_t v = 0; v < l->count; v++)
      if (!follow (c, i, v))
        return false;
  /* of a location that holds one value so far more is not known yet */
  return c->nstates > 1 || (l->count == 1 && (!c->direct[0].leaves || c->direct[0].changes));
}

/* ---- which loops there are ---- */

static struct rt_loop *
find_passage (uint64_t header)
{
  struct rt_loop *l = loops_find (LOOP_PASSAGE, header);
  return l && !l->is_refuted ? l : NULL;
}

/* A loop that may be one operation begins there. */
static void
suspect (uint64_t header)
{
  if (rt->orders.mode != WIRE_REPLAY && !loops_find (LOOP_PASSAGE, header) && loops_add (LOOP_PASSAGE, header, 0))
    loops_learned ();
}

/* Here again, and nothing was changed since: a loop. */
static void
come_round (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  assert (a->npolls <= RT_POLLS && a->writes == t->writes);
  for (uint32_t i = 0; i < a->npolls; i++)
    if (t->polls[i].place == t->op.place && t->polls[i].address == address) {
      suspect (t->op.place);
      return;
    }
  if (a->npolls < RT_POLLS)
    t->polls[a->npolls++] = (struct rt_poll) {t->op.place, address};
}

bool
passage_begins (struct rt_thread *t, uintptr_t address)
{
  struct rt_await *a = &t->await;
  come_round (t, address);
  const struct rt_loop *l = rt->orders.mode == WIRE_REPLAY ? NULL : find_passage (t->op.place);
  if (!l || rt->modes & (RT_SECTIONS | RT_CANCELS | RT_SIGNALS) || !loops_location (address, t->size))
    return false;
  uint64_t now = signature_of (t);
  if (!now)
    return false;
  a->start = digest_add (now, t->op.place) | 1;
  a->is_passage = true;
  a->checked = a->tried = false;
  a->several |= a->nvisits && t->visits[0].address != address;
  if (l->writes && t->op.kind != NATIVE_CAS) {
    for (uint32_t i = 0; i < t->op.count; i++)
      t->access[i].how = ACCESS_WRITE;
    op_may_do_less (t);
  }
  t->op.guarded = true;
  t->ready = passage_ready;
  return true;
}

/* ---- what a passage leads to ---- */

/* A loop that was looked at from a state, read no plain memory and is in no other one: the operations that follow the
 * first, by value, or BLOCKED. */
struct rt_passage {
  uint64_t key;
  uint32_t operations[RT_VALUES];
};

static struct rt_passage *
find_known (const struct rt_thread *t, const struct rt_location *l, uint64_t *key)
{
  if (!rt->loops.passages)
    rt->loops.passages = own_alloc (KNOWN * sizeof *rt->loops.passages);
  *key = digest_add (digest_add (digest_add (t->await.start, t->memory), (uint64_t) (l - rt->loops.locations)), l->count);
  return t->await.nvisits || rt->loops.shared[t->id] ? NULL : &rt->loops.passages[*key % KNOWN];
}

static uint32_t
following (const struct trial_outcome *o)
{
  assert (o->operations || !o->leaves);
  return o->leaves && !o->is_pure ? o->operations - 1 : BLOCKED;
}

/* The loop is one operation, or is refuted. */
static void
check (struct rt_thread *t, const struct rt_location *l)
{
  struct candidate c = {.thread = t, .location = l};
  uint64_t key;
  struct rt_passage *known = find_known (t, l, &key);
  t->await.checked = true;
  if (known && known->key == key)
    return;
  if (!is_one_operation (&c))
    loops_refute (LOOP_PASSAGE, t->op.place);
  struct rt_loop *row = find_passage (t->op.place);
  assert (row && !row->is_refuted);
  if (c.writes && !row->writes) {
    row->writes = true;
    loops_learned ();
  }
  for (uint32_t i = 1; i < c.nstates; i++)
    suspect (c.states[i].place);  /* who comes to the loop there is in it as well */
  if (c.is_plain || !known)
    return;
  known->key = key;
  for (uint32_t v = 0; v < l->count; v++)
    known->operations[v] = following (&c.direct[v]);
}

static uint32_t
look (struct rt_thread *t, const struct rt_location *l, uint64_t value)
{
  assert (trial_load (t->memory, t->size) == value);
  uint64_t key;
  const struct rt_passage *known = find_known (t, l, &key);
  for (uint32_t v = 0; known && known->key == key && v < l->count; v++)
    if (l->values[v] == value)
      return known->operations[v];
  struct trial_outcome o = trial_run (t, TRIAL_CONSTANT, &value, 1);
  return following (&o);
}

bool
passage_ready (struct rt_thread *t)
{
  struct rt_await *a = &t->await;
  if (rt->current || rt->replaying)
    return true;                  /* it was chosen */
  assert (t->op.guarded && a->is_passage && !a->left);
  if (race_is_mixed (t->id, t->memory, t->size, find_passage (t->op.place)->writes))
    loops_refute (LOOP_PASSAGE, t->op.place);
  uint64_t value = trial_load (t->memory, t->size);
  if (a->tried && a->found[0] == value)
    return !a->is_pure;
  const struct rt_location *l = loops_location (t->memory, t->size);
  assert (l);
  if (!a->checked)
    check (t, l);
  a->tried = true;
  a->found[0] = value;
  a->operations = look (t, l, value);
  a->is_pure = a->operations == BLOCKED;
  return !a->is_pure;
}

uint32_t
passage_operations (struct rt_thread *t)
{
  assert (t->ready == passage_ready && t->await.is_passage);
  return passage_ready (t) ? t->await.operations : 0;
}

void
passage_starts (struct rt_thread *t)
{
  assert (t == rt->current);
  bool is_simple = native_has (t->op.kind, NATIVE_POLLS);
  t->await.left = is_simple && t->size ? t->alternative : 0;
  t->await.in_passage = t->await.left;
}

bool
passage_goes_on (struct rt_thread *t)
{
  if (!t->await.left)
    return false;
  t->await.left--;
  return true;
}
