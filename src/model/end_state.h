/* Whether a state without successors is an error, and its message. */
#ifndef MODEL_END_STATE_H
#define MODEL_END_STATE_H

#include "base/str.h"
#include "model/result.h"
#include "model/ts.h"

/* `ends` is the option's value. True: the state is a bad end; sets the message and the position of the first process that
 * cannot continue. */
bool end_state_is_bad (struct ts *, const uint32_t *state, int ends, struct str *message, struct pos *);

/* The kind of this finding. */
enum finding_kind end_state_kind (const struct ts *);

#endif
