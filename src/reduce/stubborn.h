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

/* Slow and obvious: one of the set is enabled, and whatever happens without the
 * set, at most `limit` states of it, its enabled steps stay so and commute, and its
 * processes take no others (D1, D2). False, with a message, if not. */
bool stubborn_check (struct stubborn *, struct ts *, const uint32_t *state, const trans_id *list, size_t count,
                     const bool *in, size_t limit, char *why, size_t room);

#endif
