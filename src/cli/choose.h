/* Selects the next step of a simulation: randomly or by the user. */
#ifndef CLI_CHOOSE_H
#define CLI_CHOOSE_H

#include "model/ts.h"
#include "report/term.h"

/* Our own random generator (splitmix64): a seed gives the same run on every system. */
struct chance {
  uint64_t state;
};

uint64_t chance_next (struct chance *);

/* A process is drawn first, then one of its transitions, so that a process with many choices does not run more often than
 * the others. */
trans_id chance_choose (struct chance *, const struct trans_list *);

/* Lists the transitions and reads a choice from standard input; false: the user stops (or the input ended). */
bool user_choose (const struct term *, struct ts *, const uint32_t *state, const struct trans_list *, trans_id *);

#endif
