/* Checks by definition whether a set is ample, persistent or stubborn. Slow.
 *
 * Idea. From the state, explore everything that can be executed without a transition of the set. At each state reached,
 * every transition t of the set must be enabled, and for every other enabled u: t stays enabled after u, and the states
 * reached by u and then t are also reached by t and then u (D1, D2). For reductions whose transition names are single
 * transitions more is required: u stays enabled after t, and both orders lead to the same states and the same errors (C1).
 * Source. C1 with Definition 2.1 of D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal
 * Methods in System Design 8 (1996), relaxed as there: only transitions that are both enabled need to commute. D1, D2: P.
 * Bokor, J. Kinder, M. Serafini, N. Suri, "Efficient model checking of fault-tolerant distributed protocols", ASE 2011,
 * section III-A.
 * Where we differ. A step extends until the next observable state: it includes the whole atomic sequence, so successors are
 * sets of states. Whether a channel claim (xr, xs) is violated may depend on the order, if the explored order, t first,
 * violates it: such an error does not end an execution.
 * Why that is sound. It is the definition, up to the limit. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "model/transient.h"
#include "reduce/reduce.h"

struct states {
  VEC (uint32_t) words;
  VEC (size_t) start;             /* of each state, in words */
  unsigned faults;                /* faults found while computing them, one bit per kind */
};

struct checking {
  struct static_reduction *r;
  struct ts *ts;
  const trans_id *set; size_t size;
  struct states seen;
  uint32_t *next;                 /* room for a state */
  size_t limit;
  char *why; size_t room;
};

static const uint32_t *
state_at (const struct states *s, size_t i)
{
  assert (i < s->start.count);
  return s->words.data + s->start.data[i];
}

static bool
states_add (struct checking *c, struct states *s, const uint32_t *state)
{
  uint32_t n = ts_words (c->ts, state);
  for (size_t i = 0; i < s->start.count; i++)
    if (ts_words (c->ts, state_at (s, i)) == n && !memcmp (state_at (s, i), state, (size_t) n * 4))
      return false;
  assert (n && n <= c->ts->max_words);
  VEC_PUSH (s->start, s->words.count);
  VEC_RESERVE (s->words, s->words.count + n);
  memcpy (s->words.data + s->words.count, state, (size_t) n * 4);
  s->words.count += n;
  return true;
}

static void
states_release (struct states *s)
{
  VEC_FREE (s->words);
  VEC_FREE (s->start);
}

/* Every state of a is one of b. */
static bool
states_within (struct checking *c, const struct states *a, struct states *b)
{
  for (size_t i = 0; i < a->start.count; i++)
    if (states_add (c, b, state_at (a, i)))
      return false;
  return true;
}

/* Whether both are alternatives of one transition. */
static bool
is_same (const struct checking *c, trans_id t, trans_id u)
{
  const struct static_reduction_class *class = c->r->class;
  return t == u || (class->number && class->number (c->r, t) == class->number (c->r, u));
}

/* The observable states after t, over all its alternatives; a step that fails has none. False: t is not enabled. */
static bool
after (struct checking *c, const uint32_t *state, trans_id t, struct states *out)
{
  struct states passed = {0};
  struct transient w = {0};
  struct trans_list list = {0};
  assert (!ts_transient (state));
  c->ts->class->enabled (c->ts, state, &list);
  transient_begin (&w, c->ts, state, ts_words (c->ts, state));
  for (size_t i = 0; i < list.count; i++)
    if (is_same (c, list.data[i], t))
      VEC_PUSH (w.trans, list.data[i]);
  bool enabled = w.trans.count;
  while (transient_step (&w, c->next)) {
    out->faults |= 1u << w.fault.kind;
    if (!transient_goes_on (&w))
      continue;
    if (!ts_transient (c->next))
      states_add (c, out, c->next);
    else if (states_add (c, &passed, c->next))
      transient_enter (&w, c->next, 0);
  }
  VEC_FREE (list);
  transient_release (&w);
  states_release (&passed);
  return enabled;
}

static bool
fail (struct checking *c, const char *what, trans_id t, trans_id u)
{
  snprintf (c->why, c->room, "%s: process %u edge %u in the set, process %u edge %u outside", what, trans_pid (t),
            trans_edge (t), trans_pid (u), trans_edge (u));
  return false;
}

/* All states after t from each of `from`; false if t is not enabled in one. */
static bool
after_all (struct checking *c, const struct states *from, trans_id t, struct states *out)
{
  bool enabled = true;
  for (size_t i = 0; i < from->start.count; i++)
    enabled &= after (c, state_at (from, i), t, out);
  return enabled;
}

/* Compares the errors of the two orders. A step reports one error only: the violated claim, not the trace. */
static bool
same_faults (unsigned explored, unsigned other)
{
  const unsigned claim = 1u << FAULT_EXCLUSIVE;
  const unsigned either = claim | 1u << FAULT_NONE | (explored & claim ? 1u << FAULT_TRACE : 0);
  return (explored | either) == (other | either) && !(other & claim & ~explored);
}

static bool
commute (struct checking *c, const uint32_t *state, trans_id t, trans_id u)
{
  struct states tt = {0}, uu = {0}, tu = {0}, ut = {0};
  bool ok = true, both = !c->r->class->number;
  assert (!is_same (c, t, u));
  after (c, state, t, &tt);
  after (c, state, u, &uu);
  if (!after_all (c, &uu, t, &ut))
    ok = fail (c, "a transition outside of the set disables one in it", t, u);
  else if (!after_all (c, &tt, u, &tu) && both)
    ok = fail (c, "a transition of the set disables one outside of it", t, u);
  else if (both ? tt.start.count && uu.start.count && (!states_within (c, &ut, &tu) || !states_within (c, &tu, &ut))
                : !(tt.faults & ~(1u << FAULT_NONE)) && !states_within (c, &ut, &tu))
    ok = fail (c, "the order of two transitions is observable", t, u);
  else if (both && ((tt.start.count && !same_faults (tu.faults, uu.faults)) || (uu.start.count && !same_faults (tt.faults, ut.faults))))
    ok = fail (c, "whether there is an error depends on the order of two transitions", t, u);
  states_release (&tt);
  states_release (&uu);
  states_release (&tu);
  states_release (&ut);
  return ok;
}

static bool
in_set (const struct checking *c, trans_id t)
{
  for (size_t i = 0; i < c->size; i++)
    if (is_same (c, c->set[i], t))
      return true;
  return false;
}

/* Sets of program graphs are sets of processes. */
static bool
moves_member (const struct checking *c, trans_id u)
{
  for (size_t i = 0; i < c->size && !c->r->class->number; i++) {
    if (trans_moves (u, trans_pid (c->set[i])))
      return true;
    if (trans_is_rendezvous (c->set[i]) && trans_moves (u, trans_partner (c->set[i])))
      return true;
  }
  return false;
}

/* Whether t and u need not commute. `stays`: t must still be enabled after u; otherwise u is not followed, because what
 * comes after u is the same as without it. */
static bool
is_forgiven (struct checking *c, const uint32_t *state, trans_id t, trans_id u, bool *stays)
{
  struct states uu = {0}, ut = {0};
  if (!c->r->class->forgives || !c->r->class->forgives (c->r, state, t, u))
    return false;
  after (c, state, u, &uu);
  *stays &= after_all (c, &uu, t, &ut);
  states_release (&uu);
  states_release (&ut);
  return true;
}

static bool
check_state (struct checking *c, const uint32_t *state)
{
  struct trans_list list = {0};
  bool ok = true;
  c->ts->class->enabled (c->ts, state, &list);
  for (size_t i = 0; i < list.count && ok; i++) {
    trans_id u = list.data[i];
    if (in_set (c, u))
      continue;
    bool stays = true;
    if (moves_member (c, u))
      ok = fail (c, "a process of the set makes another step", c->set[0], u);
    for (size_t k = 0; k < c->size && ok; k++)
      ok = (k && is_same (c, c->set[k], c->set[k - 1])) || is_forgiven (c, state, c->set[k], u, &stays) || commute (c, state, c->set[k], u);
    if (ok && stays && c->seen.start.count < c->limit)
      after (c, state, u, &c->seen);
  }
  VEC_FREE (list);
  return ok;
}

bool
static_check (struct static_reduction *r, struct ts *ts, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
              char *why, size_t room)
{
  struct checking c = {.r = r, .ts = ts, .set = list, .size = size, .limit = limit, .why = why, .room = room};
  uint32_t *copy = mem_alloc ((size_t) ts->max_words * 4);
  c.next = mem_alloc ((size_t) ts->max_words * 4);
  bool ok = true;
  assert (size && !ts_transient (state));
  if (r->class->plainly)
    r->class->plainly (r, true);
  states_add (&c, &c.seen, state);
  for (size_t i = 0; i < c.seen.start.count && ok; i++) {
    memcpy (copy, state_at (&c.seen, i), (size_t) ts_words (ts, state_at (&c.seen, i)) * 4);
    ok = check_state (&c, copy);
  }
  if (r->class->plainly)
    r->class->plainly (r, false);
  mem_free (copy);
  mem_free (c.next);
  states_release (&c.seen);
  return ok;
}
