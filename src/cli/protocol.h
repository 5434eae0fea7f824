/* Protocols as models: built, loaded, supervised. */
#ifndef CLI_PROTOCOL_H
#define CLI_PROTOCOL_H

#include "cli/model.h"
#include "front/protocol/protocol.h"

/* As model_open. From the first call on the command runs in a child process; this one waits for it, reports how it ended,
 * and ends. */
bool protocol_open (struct model *, const char *file, const char *text, const struct options *, struct diag *);

/* The observables' values as a state of the observer. */
const uint32_t *protocol_observed (struct model *, const uint32_t *state, struct fault *);

/* As model_reduce and strategy_reduce. */
void protocol_reduce_safety (struct model *, const struct strategy *);
struct static_reduction *protocol_reduce (struct model *, const struct reduction *, const struct pg_expr *const *visible, size_t nvisible,
                                          bool fair, const char **why);

/* Called around a search for safety. The first enables symmetry where available (true); the second converts the findings to
 * executions without it. Findings that cannot be converted fail their replay. */
bool protocol_search_begin (struct model *, const struct options *);
void protocol_search_end (struct model *, struct result *);

/* As exec_ts_new; NULL after a message. */
struct exec *protocol_executions (struct model *, const struct exec_ts_config *, bool stores_dynamically, struct diag *);

#endif
