/* Is a set ample? By definition, slowly.
 *
 * Idea. From the state, explore everything that happens without a transition
 * of the set. At each state met, every transition t of the set is enabled, and
 * every other enabled u is taken: t stays enabled after u, u after t, and both
 * orders lead to the same states and the same errors.
 * Source. C1 with Definition 2.1 of D. Peled 1996, relaxed as there: only
 * transitions that are both enabled need commute.
 * Where we differ. A step is one until it can be observed: with all of its
 * atomic sequence. So successors are sets of states. Whether a claim of a channel
 * (xr, xs) is violated may depend on the order, if it is in the one explored, t
 * first: such an error ends no execution.
 * Why sound. It is the definition, as far as the limit goes.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "model/transient.h"
#include "reduce/conflict.h"

struct states {
  VEC (uint32_t) words;
  VEC (size_t) start;             /* of each state, in words */
  unsigned faults;                /* met on the way, a bit per kind */
};

struct checking {
  struct ample *ample;
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

static bool
same_states (struct checking *c, struct states *a, struct states *b)
{
  if (a->start.count != b->start.count)
    return false;
  for (size_t i = 0; i < a->start.count; i++)
    if (states_add (c, b, state_at (a, i)))
      return false;
  return true;
}

/* Observable states after t; a step that fails has none. */
static void
after (struct checking *c, const uint32_t *state, trans_id t, struct states *out)
{
  struct states passed = {0};
  struct transient w = {0};
  assert (!ts_transient (state));
  transient_begin (&w, c->ts, state, ts_words (c->ts, state));
  VEC_PUSH (w.trans, t);
  while (transient_step (&w, c->next)) {
    out->faults |= 1u << w.fault.kind;
    if (!transient_goes_on (&w))
      continue;
    if (!ts_transient (c->next))
      states_add (c, out, c->next);
    else if (states_add (c, &passed, c->next))
      transient_enter (&w, c->next, 0);
  }
  transient_release (&w);
  states_release (&passed);
}

static bool
is_enabled (struct checking *c, const uint32_t *state, trans_id t)
{
  struct trans_list list = {0};
  bool found = false;
  c->ts->class->enabled (c->ts, state, &list);
  for (size_t i = 0; i < list.count; i++)
    found |= list.data[i] == t;
  VEC_FREE (list);
  return found;
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
  for (size_t i = 0; i < from->start.count; i++) {
    if (!is_enabled (c, state_at (from, i), t))
      return false;
    after (c, state_at (from, i), t, out);
  }
  return true;
}

/* The errors of a step in the order that is explored and in the other. A step tells one error: a claim's, not the trace's. */
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
  assert (t != u);
  struct states tt = {0}, uu = {0}, tu = {0}, ut = {0};
  after (c, state, t, &tt);
  after (c, state, u, &uu);
  bool ok = true;
  if (!after_all (c, &uu, t, &ut))
    ok = fail (c, "one outside disables one in the set", t, u);
  else if (!after_all (c, &tt, u, &tu))
    ok = fail (c, "one in the set disables one outside", t, u);
  else if (tt.start.count && uu.start.count && !same_states (c, &tu, &ut))
    ok = fail (c, "the order of two can be seen", t, u);
  else if ((tt.start.count && !same_faults (tu.faults, uu.faults)) || (uu.start.count && !same_faults (tt.faults, ut.faults)))
    ok = fail (c, "whether there is an error depends on the order of two", t, u);
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
    if (c->set[i] == t)
      return true;
  return false;
}

static bool
moves_member (const struct checking *c, trans_id u)
{
  for (size_t i = 0; i < c->size; i++) {
    if (trans_moves (u, trans_pid (c->set[i])))
      return true;
    if (trans_is_rendezvous (c->set[i]) && trans_moves (u, trans_partner (c->set[i])))
      return true;
  }
  return false;
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
    if (moves_member (c, u))
      ok = fail (c, "a process of the set moves otherwise", c->set[0], u);
    for (size_t k = 0; k < c->size && ok; k++)
      ok = ample_forgives (c->ample, state, c->set[k], u) || commute (c, state, c->set[k], u);
    if (ok && c->seen.start.count < c->limit)
      after (c, state, u, &c->seen);
  }
  VEC_FREE (list);
  return ok;
}

bool
ample_check (struct static_reduction *r, struct ts *ts, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
             char *why, size_t room)
{
  struct checking c = {.ample = ample_of (r), .ts = ts, .set = list, .size = size, .limit = limit, .why = why, .room = room};
  uint32_t *copy = mem_alloc ((size_t) ts->max_words * 4);
  c.next = mem_alloc ((size_t) ts->max_words * 4);
  bool ok = true;
  assert (size && !ts_transient (state));
  states_add (&c, &c.seen, state);
  for (size_t i = 0; i < c.seen.start.count && ok; i++) {
    memcpy (copy, state_at (&c.seen, i), (size_t) ts_words (ts, state_at (&c.seen, i)) * 4);
    ok = check_state (&c, copy);
  }
  mem_free (copy);
  mem_free (c.next);
  states_release (&c.seen);
  return ok;
}
