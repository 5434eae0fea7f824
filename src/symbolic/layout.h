/* Which processes a circuit has room for: process types by slot (pid).
 *
 * The layout is a guess, made by random executions; it may be too small. The circuit detects that: a step that creates a
 * process without a slot sets `resource`; the process is then added to the layout and the search restarts. A layout that is
 * too small costs time, but never gives a wrong answer. */
#ifndef SYMBOLIC_LAYOUT_H
#define SYMBOLIC_LAYOUT_H

#include "base/vec.h"
#include "model/graph.h"
#include "model/inspector.h"
#include "model/ts.h"

enum { LAYOUT_MAX_SLOTS = 64 };

struct layout_slot {
  VEC (uint32_t) types;
};

struct layout {
  VEC (struct layout_slot) slots;
  uint32_t initial;               /* slots occupied in the initial state */
};

void layout_init (struct layout *, struct ts *, struct inspector *);
void layout_init_threads (struct layout *, const struct pg *);      /* threads: all processes exist from the start */
void layout_release (struct layout *);

/* Adds the state's processes; true: something was new. False also if there are too many processes. */
bool layout_add_state (struct layout *, struct inspector *, const uint32_t *state);

#endif
