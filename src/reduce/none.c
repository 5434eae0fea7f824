/* No reduction: every enabled thread is run from every state. With sleep sets
 * this is Godefroid's: one execution per trace still, but none of the states is
 * spared. */

#include <string.h>

#include "reduce/dynamic.h"

static bool
none_next (struct walk *w)
{
  size_t depth = w->history.events.count;
  if (!walk_top (w)->started)
    memcpy (walk_set (w, depth, SET_PLANNED), walk_set (w, depth, SET_ENABLED), w->words * sizeof *w->sets);
  return planned_next (w);
}

const struct reduction reduction_none = {.name = "none", .next = none_next};
