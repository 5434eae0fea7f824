/* What to tell about a state in which nothing can happen. */
#ifndef MODEL_END_STATE_H
#define MODEL_END_STATE_H

#include "base/str.h"
#include "model/result.h"
#include "model/ts.h"

/* `ends` is the option's value. True: the state is a bad end; the message and
 * the place of the first process that cannot go on are given. */
bool end_state_is_bad (struct ts *, const uint32_t *state, int ends, struct str *message, struct pos *);

/* What kind of finding that is. */
enum finding_kind end_state_kind (const struct ts *);

#endif
