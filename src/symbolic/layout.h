/* Which processes a circuit has room for: process types by slot (pid).
 *
 * The layout is a guess, made by running the model at random; it may leave out
 * something. The circuit knows where it does: a step that creates what has no place sets
 * `resource`, and whoever finds such a step adds it here and begins again. So a
 * layout that is too small costs time, never a wrong answer.
 */
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
  uint32_t initial;               /* slots that are taken in the initial state */
};

void layout_init (struct layout *, struct ts *, struct inspector *);
void layout_init_threads (struct layout *, const struct pg *);      /* threads: all processes are there from the start */
void layout_release (struct layout *);

/* Adds what the state has; true: something was new. False also if there are too many processes. */
bool layout_add_state (struct layout *, struct inspector *, const uint32_t *state);

#endif
