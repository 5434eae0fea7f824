/* The control graphs of a model's process types, as drawings for Graphviz. */
#ifndef CLI_EXPORT_GRAPHS_H
#define CLI_EXPORT_GRAPHS_H

#include <stdio.h>

#include "model/graph.h"

void export_graphs (const struct pg *, const char *name, FILE *);

#endif
