/* Circuits for other tools: the AIGER format, version 1.9, binary. */
#ifndef SYMBOLIC_AIGER_H
#define SYMBOLIC_AIGER_H

#include "base/str.h"
#include "symbolic/circuit.h"

/* For a circuit without a claim: bad states for steps that fail, invalid end states, the invariant, and the limits of the
 * circuit. With a claim: one justice property, satisfied by the runs that violate the claim. The constraint says that the
 * chosen step is enabled. */
void aiger_write (struct str *, struct circuit *);

#endif
