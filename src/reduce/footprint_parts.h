/* Internal to footprints: templates of accesses, made for each location before the search. */
#ifndef REDUCE_FOOTPRINT_PARTS_H
#define REDUCE_FOOTPRINT_PARTS_H

#include <assert.h>

#include "reduce/footprint.h"

enum { WHOLE = 1024 };            /* larger arrays are one object */
enum object_kind { CELL = 1, CHANNEL, TABLE };

struct template {
  uint8_t kind;                   /* enum object_kind */
  uint8_t how;
  bool guard;                     /* decides whether the step is enabled */
  bool steady;                    /* CELL: the indices can be evaluated in the present state; CHANNEL: the channel can */
  uint32_t var;
  uint32_t type;                  /* CHANNEL, not steady: process type, for facts_sites */
  uint8_t nindex;
  struct inspector_expr *index;        /* CELL: one each; CHANNEL: the channel */
  const struct pg_expr *chan;
};

struct templates {
  VEC (struct template) list;
  bool blocks, over;
};

struct footprint {
  const struct facts *f;
  const struct locks *locks;
  struct templates **of;          /* per process type and location */
  const struct pg_expr *vague;
  bool silent_ends;
};

/* footprint_gather.c */
void footprint_gather (struct footprint *, struct inspector *, uint32_t proc, uint32_t loc);

#endif
