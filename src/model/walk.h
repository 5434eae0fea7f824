/* Visits every expression inside a part of a graph, outermost first, each once. `proc`: the process type of the frame;
 * PG_ALL: none. NULL contains no expression. */
#ifndef MODEL_WALK_H
#define MODEL_WALK_H

#include "model/graph.h"

typedef void see_fn (void *context, uint32_t proc, const struct pg_expr *);
void walk_expr (const struct pg_expr *, uint32_t proc, see_fn *, void *context);
void walk_place (const struct pg_place *, uint32_t proc, see_fn *, void *context);      /* its indices */
void walk_msg (const struct pg_msg *, uint32_t proc, see_fn *, void *context);
void walk_act (const struct pg_act *, uint32_t proc, see_fn *, void *context);
void walk_formula (const struct pg_ltl *, see_fn *, void *context);

#endif
