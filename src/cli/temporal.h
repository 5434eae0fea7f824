/* A property of infinite runs, made ready to be checked on a model. */
#ifndef CLI_TEMPORAL_H
#define CLI_TEMPORAL_H

#include "base/str.h"
#include "cli/model.h"
#include "report/properties.h"
#include "search/claim.h"
#include "search/liveness.h"

struct temporal {
  struct model *model;
  struct claim claim;
  struct vm_expr *atoms;          /* compiled */
  uint32_t label;                 /* or: processes at such a label are the one atom */
  struct str message;
  struct liveness liveness;
  struct static_reduction *dependence;  /* --fair=trace: what concerns whom */
  struct static_reduction *reduction;   /* the reduction, if one was wanted and is sound */
  const char *no_por;             /* else why not; NULL: not wanted */
};

/* False, with the reason, if it cannot be checked. Close in both cases. */
bool temporal_open (struct temporal *, struct model *, const struct property *, int fair, char *why, size_t room);

/* Reduces the search for it with stubborn or ample sets if the reduction is one of those, where that is sound. */
void temporal_reduce (struct temporal *, struct model *, const struct reduction *);
void temporal_close (struct temporal *);

#endif
