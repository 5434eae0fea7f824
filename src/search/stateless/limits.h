/* Code shared by all searches by executions: how they end, their bounds, their progress.
 *
 *     limits_init (&l, run, result);
 *     while (!l.stop) { ...; limits_check (&l, begun, &progress, x); }
 *     limits_conclude (&l);
 *
 * The first reason to stop is the one that is reported. */
#ifndef SEARCH_STATELESS_LIMITS_H
#define SEARCH_STATELESS_LIMITS_H

#include "search/stateless/stateless.h"

struct limits {
  struct stateless_run *run;
  struct result *result;
  double started, told, looked;   /* times: of the start, of the last progress report, of the last reading of the clock */
  uint32_t skips, left;           /* number of checks between two readings of the clock, and until the next one */
  bool stop;
};

void limits_init (struct limits *, struct stateless_run *, struct result *);
void limits_stop (struct limits *, const char *why);
void limits_broken (struct limits *);                        /* the exec's last step could not be executed */
/* `begun`: number of executions so far. The time, and the share (estimated from the exploration, if not NULL), are added to
 * the progress. */
void limits_check (struct limits *, uint64_t begun, const struct stateless_progress *, const struct exploration *);
void limits_conclude (struct limits *);                      /* sets the verdict and the time */

#endif
