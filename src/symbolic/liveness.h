/* Infinite runs reduced to finite paths. */
#ifndef SYMBOLIC_LIVENESS_H
#define SYMBOLIC_LIVENESS_H

#include "symbolic/circuit.h"

/* Extends a circuit with a claim by what detects lassos: a state is saved once; bad is its recurrence after all justice
 * conditions of the circuit were met, or a doomed claim. `save`: the state is saved now. */
lit liveness_to_safety (struct circuit *, lit *save);

#endif
