/* Formulas and invariants over the global variables of a C program. */
#ifndef CLI_C_OBSERVE_H
#define CLI_C_OBSERVE_H

#include "base/diag.h"
#include "model/graph.h"

/* Adds the formula to the graph's properties (named "formula", as with --ltl for a model). False after a message. */
bool c_observe_formula (struct pg *, const char *formula, struct diag *);
/* NULL after a message. */
struct pg_expr *c_observe_expression (struct pg *, const char *text, struct diag *);

#endif
