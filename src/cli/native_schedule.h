/* Runs the program by the schedule of a counterexample that was found in its model. */
#ifndef CLI_NATIVE_SCHEDULE_H
#define CLI_NATIVE_SCHEDULE_H

#include <stdio.h>

#include "base/options.h"
#include "model/graph.h"
#include "model/result.h"

struct native_schedule {
  const char *file;               /* of the program */
  const struct pg *pg;            /* its graph; the finding's steps are edges of it */
  const struct finding *finding;
  const struct story *story;      /* story of the finding */
};

/* Builds it, runs it, and reports in a line whether it fails in the same way, or how far it could follow. */
void native_schedule_report (const struct native_schedule *, const struct options *, FILE *out);

#endif
