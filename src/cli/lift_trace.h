/* A trace of a simplified model as a trace of the model as it was written. */
#ifndef CLI_LIFT_TRACE_H
#define CLI_LIFT_TRACE_H

#include "cli/model.h"
#include "model/result.h"

/* `simple` is the trace of a finding in the simplified model, `plain` the same
 * model without simplification. Fills `out` (steps on the heap; message and
 * position are shared) and returns true, or returns false if there is no such
 * execution in sight. The caller replays the result before it is used. */
bool lift_trace (struct model *simple, struct model *plain, const struct finding *, struct finding *out);

#endif
