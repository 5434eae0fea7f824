/* Conditional stubborn sets: persistent sets from static facts.
 *
 *     s = stubborn_new (pg, inspector, mutant, &why);     NULL: not sound here, and why
 *     stubborn_choose (s, state, list, count, in);
 *     stubborn_free (s);
 *
 * `list` has the enabled transitions of an observable state. in[pid] is set for
 * the processes whose steps are to be taken; at least one of them is enabled.
 * The choice is a function of the state. Cycles are the search's business. */
#ifndef REDUCE_STUBBORN_H
#define REDUCE_STUBBORN_H

#include <stdbool.h>

#include "model/graph.h"
#include "model/ts.h"
#include "model/inspector.h"

struct stubborn;

struct stubborn *stubborn_new (const struct pg *, struct inspector *, const char **why);
void stubborn_free (struct stubborn *);
void stubborn_choose (struct stubborn *, const uint32_t *state, const trans_id *list, size_t count, bool *in);

#endif
