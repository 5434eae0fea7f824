/* No reduction: every enabled thread is run from every state. With sleep sets this is the algorithm of Godefroid (sleep.c):
 * one execution per trace, but every state is visited. */

#include <string.h>

#include "reduce/dynamic/exploration.h"

bool
allowed_next (struct exploration *x)
{
  size_t depth = x->history.events.count;
  if (!exploration_top (x)->started)
    memcpy (exploration_set (x, depth, SET_BACKTRACK), exploration_set (x, depth, SET_ALLOWED), x->words * sizeof *x->sets);
  return backtrack_next (x);
}

static const struct selection selection = {.next = allowed_next, .keeps_preemptions = true, .everything = true};

const struct reduction reduction_none = {
  .name = "none", .help = "every interleaving", .protocols = PROTOCOLS_FULL, .circuits = CIRCUITS_FULL, .models = true, .programs = true, .ends = true, .selection = &selection,
};
