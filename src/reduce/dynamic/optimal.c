/* Optimal reduction: one execution per Mazurkiewicz trace.
 *
 * Idea. Keep the whole reversed sequence, not only its first thread, in a wakeup tree at the state before e: following it
 * wakes the threads that sleep there, so no execution reaches a state where all enabled threads sleep.
 *
 * Source. P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, Algorithm 2;
 * the same authors, "Source sets: a foundation for optimal dynamic partial order reduction", Journal of the ACM 64 (2017).
 *
 * Where we differ. Steps have alternatives. A thread that is run first from a state, or that ends a plan, is run with all
 * its alternatives, and sleeps after them; inside a plan a step has the alternative that it had, because with another one
 * the race that led to the plan need not exist, and the executions may have been explored. Such a step counts as racing
 * with its own other alternatives (exploration_step), so these are run where they are new. A race of earlier executions is
 * not considered again if its answer is known: a step that begins the reversal sleeps before e, or the tree there has a
 * plan for it, and the events on which this depends are still part of the execution.
 *
 * Why that is sound. Alternatives are dependent steps that exclude each other; the algorithm covers each such pair either
 * by running both from one state or by a race. Whether an event begins the reversal depends on earlier events, and the
 * sleepers and plans of a state only increase, so the answer would be the same. It is not enough that something was planned
 * for the race before: if a sleeping step makes a plan unnecessary that does not access what the step depends on
 * (all_aside), the executions in question come from plans that are made when the race is considered again. */

#include <assert.h>

#include "reduce/dynamic/exploration.h"
#include "reduce/dynamic/reversal.h"

/* Takes the next branch. A plan that was copied to another alternative of its step may not be executable after that one; it
 * is only a hint where to begin, and is dropped then. */
static bool
optimal_next (struct exploration *x)
{
  struct node *n = exploration_top (x);
  n->rest = 0;
  while (n->tree) {
    struct branch b = wakeup_take (&x->wakeup, &n->tree);
    assert (b.step.alternative == ANY || b.step.alternative < b.step.alternatives);
    n->thread = b.step.thread;
    n->alternative = b.step.alternative;
    n->rest = b.child;
    n->left -= n->left > 0;
    if (!b.is_copy || bits_has (exploration_set (x, x->history.events.count, SET_ENABLED), b.step.thread))
      return true;
    wakeup_drop (&x->wakeup, b.child);
    n->rest = 0;
  }
  if (n->started)
    return false;
  n->thread = exploration_any (x);
  n->alternative = ANY;
  return n->thread != NONE;
}

/* Whether the operation is independent of the whole reversal. */
static bool
independent (const struct exploration *x, op_id op)
{
  const struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  for (size_t i = 0; i < v->events.count; i++)
    if (ops_dependent (&t->ops, op, t->events.data[v->events.data[i]].op))
      return false;
  return !ops_dependent (&t->ops, op, v->op);
}

/* Whether the reversal does not run the sleeper's thread, and is independent of its step. */
static bool
aside (const struct exploration *x, const struct race *r, const struct sleeper *s)
{
  return s->thread != r->thread && x->reversal->first.data[s->thread] == NONE && independent (x, s->op);
}

/* Whether all alternatives of the sleeper's thread sleep and are aside: then one of them could begin every continuation of
 * the reversal. */
static bool
all_aside (const struct exploration *x, const struct race *r, const struct node *n, const struct sleeper *s)
{
  uint32_t count = 0;
  if (!aside (x, r, s))
    return false;
  for (uint32_t i = 0; i < n->nsleep && s->alternatives > 1; i++) {
    const struct sleeper *o = &x->sleepers.data[n->sleep + i];
    count += o->thread == s->thread && aside (x, r, o);
    assert (o->thread != s->thread || o->alternatives == s->alternatives);
  }
  assert (count <= s->alternatives);
  return s->alternatives == 1 || count == s->alternatives;
}

/* Whether every continuation of the reversal can begin with a step that sleeps before e. */
static enum cover
asleep (const struct exploration *x, struct race *r, uint32_t alternative, uint32_t *alternatives)
{
  const struct node *n = &x->nodes.data[r->first];
  const struct reversal *v = x->reversal;
  enum cover cover = NEW;
  assert (n->sleep + n->nsleep <= x->sleepers.count && (alternative == ANY || alternative < *alternatives));
  for (uint32_t i = 0; i < n->nsleep; i++) {
    const struct sleeper *s = &x->sleepers.data[n->sleep + i];
    uint32_t first = v->first.data[s->thread];
    if (first != NONE && x->history.events.data[first].alternative == s->alternative && reversal_initial (x, r, first)) {
      r->settled = first;
      return COVERED;
    }
    if (s->thread == r->thread && v->clear) {
      if (s->alternatives == 1)
        r->settled = r->second;
      if (s->alternatives == 1 || s->alternative == alternative)
        return COVERED;
      *alternatives = s->alternatives;
      cover = alternative == ANY ? SPLIT : cover;
    }
    else if (all_aside (x, r, n, s))
      return COVERED;
  }
  return cover;
}

/* Decides whether the reversal is possible. Also where nothing is planned, because the answer decides whether an earlier
 * event is to be overtaken instead. */
static bool
find_out (struct exploration *x, const struct race *r, enum possible *possible)
{
  if (*possible == UNKNOWN)
    *possible = reversal_try (x, r) ? POSSIBLE : IMPOSSIBLE;
  return *possible == POSSIBLE;
}

static enum cover
plan (struct exploration *x, struct race *r, enum possible *possible, uint32_t alternative, uint32_t *alternatives)
{
  struct reversal *v = x->reversal;
  struct node *n = &x->nodes.data[r->first];
  assert (alternative == ANY || alternative < *alternatives);
  enum cover cover = asleep (x, r, alternative, alternatives);
  if (cover == NEW && x->history.ops.known.data[r->op].conditional) {
    if (!find_out (x, r, possible))
      return COVERED;             /* it is guarded, and blocked there */
    reversal_learn (x, r);
    cover = asleep (x, r, alternative, alternatives);
  }
  if (cover != NEW)
    return find_out (x, r, possible), cover;
  reversal_plan (x, r, alternative, *alternatives);
  assert (v->plan.count == v->events.count + 1);
  struct wakeup_sequence p = {.steps = v->plan.data, .count = v->plan.count};
  cover = wakeup_find (&x->wakeup, &x->history.ops, n->tree, &p);
  if (cover == SPLIT)
    *alternatives = p.alternatives;
  if (cover != SPLIT && !find_out (x, r, possible))
    return COVERED;
  if (cover == COVERED && alternative == ANY && *possible == POSSIBLE)
    r->settled = p.upto;
  if (cover != NEW)
    return cover;
  assert (p.count && p.count <= v->plan.count);
  wakeup_add (&x->wakeup, &n->tree, &p);
  n->left++;
  return NEW;
}

static bool
optimal_reverse (struct exploration *x, struct race *r)
{
  const struct event *e = &x->history.events.data[r->first];
  bool own = e->thread == r->thread;       /* the race of a step with its own other alternatives */
  assert (r->first < x->history.events.count && (!own || e->alternatives > 1));
  reversal_make (x, r, x->history.events.count);
  r->settled = NONE;
  enum possible possible = reversal_possible (x, r);
  if (possible == IMPOSSIBLE)
    return own;
  uint32_t alternatives = e->alternatives;
  if (own || plan (x, r, &possible, ANY, &alternatives) == SPLIT)
    for (uint32_t a = 0; a < alternatives; a++)
      if (!own || a != e->alternative)
        plan (x, r, &possible, a, &alternatives);
  return own || possible != IMPOSSIBLE;
}

static const struct race_rules races = {.reverse = optimal_reverse, .again = true, .polls = true};
static const struct selection selection = {.next = optimal_next, .needs_sleep = true, .races = &races};

const struct reduction reduction_optimal = {
  .name = "optimal", .help = "wakeup trees: each trace once", .models = true, .programs = true, .ends = true,
  .selection = &selection,
};
