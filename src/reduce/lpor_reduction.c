/* Idea. Names of transitions are ways of going on with one of the numbered
 * transitions of the library: a transition is in the set with all of its ways.
 * The checker is the definition, executed: after every sequence of steps
 * outside the set, each transition of the set is still enabled, and whatever
 * it leads to is also reached by doing it first.
 */
#include "reduce/lpor_reduction.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/mutant.h"
#include "base/vec.h"

struct lpor_reduction {
  struct static_reduction reduction;
  struct lpor_facts facts;
  struct mz_lpor *lpor;
  uint64_t *enabled, *set;
  VEC (trans_id) rest;
};

static size_t
lpor_choose (struct static_reduction *base, const uint32_t *state, trans_id *list, size_t count)
{
  struct lpor_reduction *r = (struct lpor_reduction *) base;
  void *context = r->facts.system.context;
  size_t words = bits_words (r->facts.system.ntransitions), n = 0;
  memset (r->enabled, 0, words * sizeof *r->enabled);
  memset (r->set, 0, words * sizeof *r->set);
  for (size_t i = 0; i < count; i++)
    bits_add (r->enabled, r->facts.number (context, list[i]));
  r->facts.look (context, state);
  struct mz_lpor_state s = {.state = state, .enabled = r->enabled};
  mz_lpor_choose (r->lpor, &s, r->set);
  r->rest.count = 0;
  for (size_t i = 0; i < count; i++)
    if (bits_has (r->set, r->facts.number (context, list[i])))
      list[n++] = list[i];
    else
      VEC_PUSH (r->rest, list[i]);
  if (r->rest.count)
    memcpy (list + n, r->rest.data, r->rest.count * sizeof *list);
  assert (n && n + r->rest.count == count);
  return n;
}

/* ---- the checker ---- */

struct checking {
  struct lpor_reduction *r;
  struct ts *ts;
  const uint64_t *set;            /* the enabled transitions of the set */
  VEC (uint32_t *) states;        /* heap, each with its length first */
};

static uint32_t
number_of (const struct checking *c, trans_id id)
{
  return c->r->facts.number (c->r->facts.system.context, id);
}

/* The state's number among those met; it is added if it is new. */
static void
meet (struct checking *c, const uint32_t *state, uint32_t n)
{
  for (size_t i = 0; i < c->states.count; i++)
    if (c->states.data[i][0] == n && !memcmp (c->states.data[i] + 1, state, n * sizeof *state))
      return;
  uint32_t *copy = mem_alloc ((n + 1) * sizeof *copy);
  copy[0] = n;
  memcpy (copy + 1, state, n * sizeof *copy);
  VEC_PUSH (c->states, copy);
}

/* Is the target reached from the state by t and then u? */
static bool
reaches (const struct checking *c, const uint32_t *state, uint32_t t, uint32_t u, const uint32_t *target, uint32_t n)
{
  struct trans_list first = {0}, second = {0};
  struct fault fault;
  uint32_t *mid = mem_alloc (c->ts->max_words * 4), *end = mem_alloc (c->ts->max_words * 4);
  bool found = false;
  c->ts->class->enabled (c->ts, state, &first);
  for (size_t i = 0; i < first.count && !found; i++) {
    if (number_of (c, first.data[i]) != t)
      continue;
    c->ts->class->step (c->ts, state, first.data[i], mid, &fault);
    if (fault.kind != FAULT_NONE) {
      found = true;               /* the search sees the fault */
      break;
    }
    second.count = 0;
    c->ts->class->enabled (c->ts, mid, &second);
    for (size_t k = 0; k < second.count && !found; k++)
      found = number_of (c, second.data[k]) == u && c->ts->class->step (c->ts, mid, second.data[k], end, &fault) == n &&
              !memcmp (end, target, n * sizeof *end);
  }
  VEC_FREE (first);
  VEC_FREE (second);
  mem_free (mid);
  mem_free (end);
  return found;
}

/* A step of u outside the set led from one state to the other. */
static bool
check_step (const struct checking *c, const uint32_t *from, uint32_t u, const uint32_t *to, char *why, size_t room)
{
  struct trans_list list = {0};
  struct fault fault;
  uint32_t *next = mem_alloc (c->ts->max_words * 4);
  uint64_t *seen = mem_zalloc (bits_words (c->r->facts.system.ntransitions) * sizeof *seen);
  bool ok = true;
  c->ts->class->enabled (c->ts, to, &list);
  for (size_t i = 0; i < list.count && ok; i++) {
    uint32_t t = number_of (c, list.data[i]);
    if (!bits_has (c->set, t))
      continue;
    bits_add (seen, t);
    uint32_t n = c->ts->class->step (c->ts, to, list.data[i], next, &fault);
    ok = fault.kind != FAULT_NONE || reaches (c, from, t, u, next, n);
    if (!ok)
      snprintf (why, room, "transition %u of the set does not commute with %u outside it", t, u);
  }
  if (ok && !bits_within (c->set, seen, bits_words (c->r->facts.system.ntransitions))) {
    snprintf (why, room, "transition %u outside the set disables one of the set", u);
    ok = false;
  }
  VEC_FREE (list);
  mem_free (next);
  mem_free (seen);
  return ok;
}

static bool
check_from (struct checking *c, const uint32_t *state, char *why, size_t room)
{
  struct trans_list list = {0};
  struct fault fault;
  uint32_t *next = mem_alloc (c->ts->max_words * 4);
  bool ok = true;
  c->ts->class->enabled (c->ts, state, &list);
  for (size_t i = 0; i < list.count && ok; i++) {
    uint32_t u = number_of (c, list.data[i]);
    if (bits_has (c->set, u))
      continue;
    uint32_t n = c->ts->class->step (c->ts, state, list.data[i], next, &fault);
    if (fault.kind != FAULT_NONE)
      continue;
    ok = check_step (c, state, u, next, why, room);
    meet (c, next, n);
  }
  VEC_FREE (list);
  mem_free (next);
  return ok;
}

static bool
lpor_check (struct static_reduction *base, struct ts *ts, const uint32_t *state, const trans_id *list, size_t size, size_t limit, char *why,
            size_t room)
{
  struct lpor_reduction *r = (struct lpor_reduction *) base;
  uint64_t *set = mem_zalloc (bits_words (r->facts.system.ntransitions) * sizeof *set);
  struct checking c = {.r = r, .ts = ts, .set = set};
  bool ok = true;
  for (size_t i = 0; i < size; i++)
    bits_add (set, number_of (&c, list[i]));
  if (r->facts.plainly)
    r->facts.plainly (r->facts.system.context, true);
  meet (&c, state, ts_words (ts, state));
  for (size_t i = 0; i < c.states.count && i < limit && ok; i++)
    ok = check_from (&c, c.states.data[i] + 1, why, room);
  if (r->facts.plainly)
    r->facts.plainly (r->facts.system.context, false);
  for (size_t i = 0; i < c.states.count; i++)
    mem_free (c.states.data[i]);
  VEC_FREE (c.states);
  mem_free (set);
  return ok;
}

static void
lpor_free (struct static_reduction *base)
{
  struct lpor_reduction *r = (struct lpor_reduction *) base;
  mz_lpor_free (r->lpor);
  r->facts.free (r->facts.system.context);
  mem_free (r->enabled);
  mem_free (r->set);
  VEC_FREE (r->rest);
  mem_free (r);
}

static const struct static_reduction_class lpor_class = {"lpor", lpor_choose, lpor_check, lpor_free};

struct static_reduction *
lpor_reduction_new (const struct lpor_facts *facts, const char **why)
{
  char said[200];
  struct mz_lpor *lpor = mz_lpor_new (&facts->system, said, sizeof said);
  if (!lpor) {
    facts->free (facts->system.context);
    *why = "the relations of the protocol need too much memory";
    return NULL;
  }
  struct lpor_reduction *r = mem_zalloc (sizeof *r);
  size_t words = bits_words (facts->system.ntransitions);
  *r = (struct lpor_reduction) {.reduction.class = &lpor_class, .facts = *facts, .lpor = lpor,
                                .enabled = mem_zalloc (words * 8), .set = mem_zalloc (words * 8)};
  return &r->reduction;
}
