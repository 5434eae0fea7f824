/* The edges and locations of a process under construction; see edges.c, dstep.c. */
#ifndef FRONT_PROMELA_EDGES_H
#define FRONT_PROMELA_EDGES_H

#include "front/promela/elem.h"

struct edge_list {
  VEC (struct pg_loc) locs;
  VEC (struct pg_edge) edges;
  VEC (struct elem *) todo;       /* elements that became locations, in that order */
  uint32_t picks;                 /* number of d_steps with several guards so far */
};

/* The location of the element, created if needed. */
uint32_t edges_location (struct lower *, struct edge_list *, struct elem *, uint32_t flags);
struct pg_act *edges_act (struct lower *, const struct elem *);

/* The edges that execute the d_step from src, and those inside it. */
void dstep_edges (struct lower *, struct edge_list *, struct elem *src, struct elem *dstep, uint32_t group);

#endif
