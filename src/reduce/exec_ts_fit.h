/* Which models can be executed one thread at a time (exec_ts.c). */
#ifndef REDUCE_EXEC_TS_FIT_H
#define REDUCE_EXEC_TS_FIT_H

#include "reduce/footprint.h"

/* False after a located message for each thing that cannot be handled. */
bool exec_ts_fits (const struct facts *, const struct footprint *, struct diag *);

/* Nobody can notice whether a process that has nothing left to do is still there. */
bool exec_ts_ends_silently (const struct facts *);

#endif
