/* Persistent sets that the exec knows beforehand. Only for execs that do. */

#include "reduce/dynamic/exploration.h"

static bool
static_next (struct exploration *x)
{
  if (!exploration_top (x)->started && exploration_enabled (x))
    exec_persistent (x->exec, exploration_set (x, x->history.events.count, SET_BACKTRACK));
  return backtrack_next (x);
}

static const struct selection selection = {.next = static_next, .persistent = true};

const struct reduction reduction_static = {
  .name = "static", .help = "persistent sets from static facts", .models = true, .ends = true, .selection = &selection,
};
