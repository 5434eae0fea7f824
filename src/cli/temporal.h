/* A property of infinite runs, prepared for checking on a model. */
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
  uint32_t label;                 /* or: processes at such a label are the only atom */
  struct str message;
  struct liveness liveness;
  struct static_reduction *dependence;  /* --fair=trace: the dependence relation */
  struct static_reduction *reduction;   /* the reduction, if requested and sound */
  const char *no_por;             /* otherwise the reason; NULL: not requested */
};

/* False, with the reason, if it cannot be checked. Close in both cases. */
bool temporal_open (struct temporal *, struct model *, const struct property *, int fair, char *why, size_t room);

/* Sets up stubborn or ample sets for its search if the reduction is one of these, where that is sound. */
void temporal_reduce (struct temporal *, struct model *, const struct reduction *);
void temporal_close (struct temporal *);

#endif
