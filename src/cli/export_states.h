/* The reachable states of a small model, as a graph for Graphviz. */
#ifndef CLI_EXPORT_STATES_H
#define CLI_EXPORT_STATES_H

#include <stdbool.h>
#include <stdio.h>

#include "model/ts.h"

/* False after reporting that there are too many. */
bool export_states (struct ts *, const char *name, FILE *);

/* Escapes text for a quoted label. */
void dot_text (const char *, FILE *);

#endif
