/* Source sets.
 *
 * Idea. From the state before a race's first event e, it is enough to run some
 * thread that can begin the reversed sequence: if one of those is planned or
 * asleep there, nothing need be added.
 *
 * Source. Abdulla, Aronis, Jonsson, Sagonas, POPL 2014, Algorithm 1.
 *
 * Where we differ. As in dpor.c: races are looked at when the execution is
 * over. A reversal that cannot be executed at all is left out.
 *
 * Why that is sound. What the reversal adds depends on the execution up to its
 * second event alone; for the rest see reversal.c.
 */

#include <assert.h>

#include "reduce/dynamic.h"
#include "reduce/reversal.h"

static bool
planned_or_asleep (const struct walk *w, const struct race *r, thread_id t)
{
  return set_has (walk_set (w, r->first, SET_PLANNED), t) || walk_sleeps (w, r->first, t);
}

/* The next event of the race's second thread, or the end of the execution: what
 * comes before it is part of the reversal. */
static size_t
reversal_end (const struct walk *w, const struct race *r)
{
  size_t i = r->end;
  while (i < w->history.events.count && w->history.events.data[i].thread != r->thread)
    i++;
  return i;
}

static bool
source_reverse (struct walk *w, struct race *r)
{
  reversal_make (w, r, reversal_end (w, r));
  enum possible possible = reversal_possible (w, r);
  if (possible == IMPOSSIBLE || (possible == UNKNOWN && !reversal_try (w, r)))
    return false;
  const struct reversal *v = w->reversal;
  thread_id begins = v->clear ? r->thread : NONE;
  if (begins != NONE && planned_or_asleep (w, r, begins))
    return true;
  for (thread_id t = 0; t < w->history.threads.count; t++)
    if (v->first.data[t] != NONE && reversal_initial (w, r, v->first.data[t])) {
      if (planned_or_asleep (w, r, t))
        return true;
      begins = t;
    }
  assert (begins != NONE);
  set_add (walk_set (w, r->first, SET_PLANNED), begins);
  return true;
}

const struct reduction reduction_source = {.name = "source", .next = persistent_next, .reverse = source_reverse};
