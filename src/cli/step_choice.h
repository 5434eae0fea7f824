/* Selects the next step of a simulation: randomly or by the user. */
#ifndef CLI_STEP_CHOICE_H
#define CLI_STEP_CHOICE_H

#include "model/ts.h"
#include "report/term.h"

/* A process is drawn first, then one of its transitions, so that a process with many choices does not run more often than
 * the others. */
trans_id step_choose_randomly (uint64_t *random, const struct trans_list *);

/* Lists the transitions and reads a choice from standard input; false: the user stops (or the input ended). */
bool step_choose_by_user (const struct term *, struct ts *, const uint32_t *state, const struct trans_list *, trans_id *);

#endif
