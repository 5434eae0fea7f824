/* Read and write sets of edges; called by pg_finish, see struct pg_access. */
#ifndef MODEL_ACCESS_H
#define MODEL_ACCESS_H

#include "model/graph.h"

void access_compute (struct pg *);

#endif
