/* Persistent sets that the exec knows beforehand. Only for execs that do. */

#include "reduce/dynamic.h"

static bool
static_next (struct walk *w)
{
  if (!walk_top (w)->started && walk_enabled (w))
    exec_persistent (w->exec, walk_set (w, w->history.events.count, SET_PLANNED));
  return planned_next (w);
}

const struct reduction reduction_static = {.name = "static", .next = static_next};
