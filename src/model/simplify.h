/* Exact simplification of a program graph: the same answers from fewer states.
 *
 * To be called once, between the front-end and the executor (--simplify=on):
 *
 *     pg = promela_load (...);  keep[0] = promela_expression (pg, ...);
 *     pg_simplify (pg, keep, 1);
 *     ts = vm_new (pg, ...);
 *
 * Preserved are: the reachable violations of every kind, the invalid end states, and, up to stuttering, the sequences of
 * values of everything that is observed: variables that influence guards, assertions, messages or output; remote references
 * and labels; what claims, formulas and the `keep` expressions (over globals) read.
 * Changed are: variables on which nothing depends keep their initial 0, a local that will not be read again is 0, and
 * unobservable steps become parts of the steps before them (pg_edge.through names the locations that are passed).
 *
 * The graph must have been finished by pg_finish; it is finished again. */
#ifndef MODEL_SIMPLIFY_H
#define MODEL_SIMPLIFY_H

#include "model/graph.h"

void pg_simplify (struct pg *, struct pg_expr *const *keep, uint32_t nkeep);

/* Drops only variables declared `hidden` that influence nothing: they are not part of the state even if nothing else is
 * simplified (--simplify=off). */
void pg_drop_hidden (struct pg *, struct pg_expr *const *keep, uint32_t nkeep);

#endif
