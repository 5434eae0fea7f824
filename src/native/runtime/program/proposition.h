/* What temporal properties are about (proposition.c): orders.observed. */
#ifndef NATIVE_RUNTIME_PROGRAM_PROPOSITION_H
#define NATIVE_RUNTIME_PROGRAM_PROPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"

void propositions_init (void);                             /* where the variables are in this process */
bool propositions_hold (uintptr_t address, size_t bytes);  /* some observed variable lies there */
/* The step has run; a variable that is not what it was before it was written by a step that says so. */
void propositions_check (const struct op *, const int64_t *before);

#endif
