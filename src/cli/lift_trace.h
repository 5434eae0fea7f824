/* Translates a trace of a simplified model to the model as written. */
#ifndef CLI_LIFT_TRACE_H
#define CLI_LIFT_TRACE_H

#include "cli/model.h"
#include "model/result.h"

/* `simple` is the simplified model of the finding, `plain` the same model without simplification. Fills `out` (steps on the
 * heap; message and position are shared) and returns true, or returns false if no such execution was found. The caller must
 * replay the result before using it. */
bool lift_trace (struct model *simple, struct model *plain, const struct finding *, struct finding *out);

#endif
