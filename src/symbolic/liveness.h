/* Infinite runs as finite paths. */
#ifndef SYMBOLIC_LIVENESS_H
#define SYMBOLIC_LIVENESS_H

#include "symbolic/circuit.h"

/* Adds to a circuit with a claim what it takes to find lassos: a state is saved once, and bad is when it comes
 * again with all of the circuit's justice met in between, or when the claim is doomed. `save`: the state is saved now. */
lit liveness_to_safety (struct circuit *, lit *save);

#endif
