/* Source sets.
 *
 * Idea. From the state before a race's first event e, it is enough to run some thread that can begin the reversed sequence:
 * if one of those is planned or asleep there, nothing has to be added.
 *
 * Source. P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, Algorithm 1.
 *
 * Where we differ. As in dpor.c: races are considered at the end of the execution. A reversal that cannot be executed at
 * all is left out. Of several threads that can begin it, one that is allowed there is chosen (static.c).
 *
 * Why that is sound. What the reversal adds depends only on the execution up to its second event, unless the second
 * operation is conditional: then it also contains the later events on which the operation may depend there (a
 * compare-and-swap that failed after e may succeed without e), with everything they need, and the race is considered again
 * when there are others (meets_more). Such an operation counts as everything that it may do, which only makes it begin
 * fewer reversals; for the rest see reversal.c. */

#include <assert.h>

#include "reduce/dynamic/exploration.h"
#include "reduce/dynamic/reversal.h"

static bool
planned_or_asleep (const struct exploration *x, const struct race *r, thread_id t)
{
  return bits_has (exploration_set (x, r->first, SET_BACKTRACK), t) || exploration_sleeps (x, r->first, t);
}

/* The next event of the race's second thread, or the end of the execution: earlier events are part of the reversal. After a
 * conditional operation these are the events on which it may depend if it comes first (reversal_narrow). */
static size_t
reversal_end (const struct exploration *x, const struct race *r)
{
  if (x->history.ops.known.data[r->op].conditional)
    return x->history.events.count;
  size_t i = r->end;
  while (i < x->history.events.count && x->history.events.data[i].thread != r->thread)
    i++;
  return i;
}

bool
source_reverse (struct exploration *x, struct race *r)
{
  reversal_make (x, r, reversal_end (x, r));
  if (r->second != NONE)
    reversal_narrow (x, r);
  enum possible possible = reversal_possible (x, r);
  if (possible == IMPOSSIBLE || (possible == UNKNOWN && !reversal_try (x, r)))
    return false;
  const struct reversal *v = x->reversal;
  assert (!v->clear || bits_has (exploration_set (x, r->first, SET_ENABLED), r->thread));
  thread_id begins = v->clear ? r->thread : NONE;
  if (begins != NONE && planned_or_asleep (x, r, begins))
    return true;
  for (thread_id t = 0; t < x->history.threads.count; t++)
    if (v->first.data[t] != NONE && reversal_initial (x, r, v->first.data[t])) {
      if (planned_or_asleep (x, r, t))
        return true;
      if (begins == NONE || bits_has (exploration_set (x, r->first, SET_ALLOWED), t))
        begins = t;
    }
  assert (begins != NONE && bits_has (exploration_set (x, r->first, SET_ENABLED), begins));
  bits_add (exploration_set (x, r->first, SET_BACKTRACK), begins);
  return true;
}

static const struct race_rules races = {.reverse = source_reverse, .polls = true, .stateful = true};
static const struct selection selection = {.next = persistent_next, .races = &races};

const struct reduction reduction_source = {
  .name = "source", .help = "source sets", .models = true, .programs = true, .ends = true, .selection = &selection,
};
