/* Dynamic partial-order reduction with backtrack sets.
 *
 * Idea. Run one thread from each state. Where a later operation of thread q depends on a step e and could have come before
 * it, run q from the state before e as well: the resulting sets are persistent.
 *
 * Source. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, Fig. 5 (the
 * races: history.c).
 *
 * Where we differ. Races are searched for at the end of an execution, for its new events and for the operations that are
 * blocked or asleep there, instead of in each state for each thread's next operation. Where q is to be run and sleeps, all
 * enabled threads are run: the paper adds sleep sets without change, which loses executions, because what depends on q's
 * sleeping step is then never reached from there and not added.
 *
 * Why that is sound. A next operation is either executed later in the same execution, after no other event of its own
 * thread, or is still pending at the end: the same races are found, and no state on the path is left before they are. An
 * operation that was blocked before the latest step on which it depends was considered by the paper's algorithm in earlier
 * states too, with an earlier such step; here as well, because `reverse` returns false and the earlier race is tried. */

#include <assert.h>

#include "reduce/dynamic/exploration.h"

/* Used by all reductions that keep a set of threads per state. */
bool
backtrack_next (struct exploration *x)
{
  size_t depth = x->history.events.count;
  struct node *n = exploration_top (x);
  const uint64_t *planned = exploration_set (x, depth, SET_BACKTRACK);
  uint64_t *done = exploration_set (x, depth, SET_DONE);
  n->left = 0;
  thread_id chosen = NONE;
  for (thread_id t = 0; t < x->history.threads.count; t++)
    if (bits_has (planned, t) && !bits_has (done, t)) {
      if (chosen == NONE)
        chosen = t;
      else
        n->left++;
    }
  if (chosen == NONE)
    return false;
  bits_add (done, chosen);
  assert (n == &VEC_LAST (x->nodes) && n->left < x->history.threads.count);
  assert (bits_has (exploration_set (x, depth, SET_ENABLED), chosen));
  n->thread = chosen;
  n->alternative = ANY;
  return true;
}

bool
persistent_next (struct exploration *x)
{
  if (!exploration_top (x)->started) {
    thread_id t = exploration_any (x);
    if (t == NONE)
      return false;
    bits_add (exploration_set (x, x->history.events.count, SET_BACKTRACK), t);
  }
  return backtrack_next (x);
}

bool
dpor_reverse (struct exploration *x, struct race *r)
{
  uint64_t *planned = exploration_set (x, r->first, SET_BACKTRACK);
  const uint64_t *allowed = exploration_set (x, r->first, SET_ALLOWED);
  assert (r->first < x->history.events.count && bits_has (planned, x->history.events.data[r->first].thread));
  if (bits_has (planned, r->thread))
    return true;
  if (bits_has (allowed, r->thread) && !exploration_sleeps (x, r->first, r->thread))
    bits_add (planned, r->thread);
  else
    for (size_t i = 0; i < x->words; i++)
      planned[i] |= allowed[i];
  assert (bits_has (planned, r->thread) || !bits_has (allowed, r->thread) || exploration_sleeps (x, r->first, r->thread));
  return bits_has (exploration_set (x, r->first, SET_ENABLED), r->thread);
}

static const struct race_rules races = {.reverse = dpor_reverse, .probes_sleepers = true, .stateful = true};
static const struct selection selection = {.next = persistent_next, .races = &races};

const struct reduction reduction_dpor = {
  .name = "dpor", .help = "backtrack sets found while executing (Flanagan, Godefroid)", .models = true, .programs = true,
  .ends = true, .selection = &selection,
};
