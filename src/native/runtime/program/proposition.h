/* The propositions and variables of temporal properties: orders.observed. */
#ifndef NATIVE_RUNTIME_PROGRAM_PROPOSITION_H
#define NATIVE_RUNTIME_PROGRAM_PROPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"

void propositions_init (void);                             /* computes the variables' addresses in this process */
bool propositions_hold (uintptr_t address, size_t bytes);  /* an observed variable overlaps the bytes */
/* Called after a step: a variable that has changed must have been announced as written by the step. */
void propositions_check (const struct op *, const int64_t *before);

#endif
