/* Sleep sets.
 *
 * Idea. A step that was fully explored from a state need not begin what is explored from it later, until an event that
 * depends on it.
 *
 * Source. P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, Springer 1996, chapter
 * 5.
 *
 * Where we differ. Each alternative of a step sleeps separately. A sleeper is woken by events that depend on what it did
 * when it was explored, which may be less than it announced.
 *
 * Why that is sound. An object that it did not access cannot change what it does, nor how many alternatives it has, since
 * an operation that may do less than announced has one (model/exec.h). */

#include <assert.h>

#include "reduce/dynamic/exploration.h"

/* Computes the sleepers after the last event. */
void
sleep_inherit (struct exploration *x, const struct node *from, struct node *to)
{
  const struct event *e = &VEC_LAST (x->history.events);
  assert (from->sleep + from->nsleep <= to->sleep && to->sleep == x->sleepers.count && !to->nsleep);
  for (uint32_t i = 0; i < from->nsleep; i++) {
    struct sleeper s = x->sleepers.data[from->sleep + i];
    if (s.thread == e->thread)
      continue;
    if (ops_dependent (&x->history.ops, s.op, e->op))
      continue;
    VEC_PUSH (x->sleepers, s);
    to->nsleep++;
  }
  assert (to->nsleep <= from->nsleep);
}

uint32_t
sleep_count (const struct exploration *x, thread_id t, uint32_t alternative)
{
  const struct node *n = exploration_top (x);
  uint32_t count = 0;
  assert (n->sleep + n->nsleep <= x->sleepers.count);
  for (uint32_t i = 0; i < n->nsleep; i++) {
    const struct sleeper *s = &x->sleepers.data[n->sleep + i];
    if (s->thread == t && (alternative == ANY || alternative == s->alternative))
      count++;
  }
  return count;
}

bool
exploration_awake (const struct exploration *x, thread_id t)
{
  uint32_t count = sleep_count (x, t, ANY);
  assert (!x->away && count <= exec_alternatives (x->exec, t));
  return !count || count < exec_alternatives (x->exec, t);
}

bool
exploration_sleeps (const struct exploration *x, size_t node, thread_id t)
{
  const struct node *n = &x->nodes.data[node];
  assert (node < x->nodes.count && n->sleep + n->nsleep <= x->sleepers.count);
  for (uint32_t i = 0; i < n->nsleep; i++)
    if (x->sleepers.data[n->sleep + i].thread == t)
      return true;
  return false;
}

/* Adds the step that was executed from the last node, and is fully explored. */
void
sleep_add (struct exploration *x, struct node *n, const struct event *e)
{
  if (!x->sleep)
    return;
  assert (n == exploration_top (x) && n->sleep + n->nsleep == x->sleepers.count && e->alternative < e->alternatives);
  assert (!sleep_count (x, e->thread, e->alternative));
  VEC_PUSH (x->sleepers, (struct sleeper){.thread = e->thread, .alternative = e->alternative, .alternatives = e->alternatives,
                                          .op = e->op});
  n->nsleep++;
}
