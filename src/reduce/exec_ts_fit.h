/* Which models can be executed one thread at a time (exec_ts.c). */
#ifndef REDUCE_EXEC_TS_FIT_H
#define REDUCE_EXEC_TS_FIT_H

#include "reduce/footprint.h"

/* False after a located message for each construct that is not supported. */
bool exec_ts_fits (const struct facts *, const struct footprint *, struct diag *);

/* Whether the presence of a process that has nothing left to do is not observable. */
bool exec_ts_ends_silently (const struct facts *);

#endif
