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

/* Known mistakes, for tests that show they are noticed; never set elsewhere. */
enum stubborn_mutant {
  STUBBORN_SOUND,
  STUBBORN_WAITS_FREE,            /* what enables a step that waits is not looked for */
  STUBBORN_READS_FREE,            /* what a step reads others may write */
  STUBBORN_LAST_CONDITION,        /* of the parts of a guard the last one counts, whether it is false or not */
  STUBBORN_NO_PROVISO,            /* a search with stored states does not care about cycles */
  STUBBORN_MUTANTS
};

struct stubborn *stubborn_new (const struct pg *, struct inspector *, enum stubborn_mutant, const char **why);
void stubborn_free (struct stubborn *);
void stubborn_choose (struct stubborn *, const uint32_t *state, const trans_id *list, size_t count, bool *in);

#endif
