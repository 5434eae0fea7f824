/* What every search by executions shares: how it ends, its bounds, its progress.
 *
 *     limits_init (&l, run, result);
 *     while (!l.stop) { ...; limits_check (&l, begun, &progress, x); }
 *     limits_conclude (&l);
 *
 * The first reason to stop is the one that is told. */
#ifndef SEARCH_STATELESS_LIMITS_H
#define SEARCH_STATELESS_LIMITS_H

#include "search/stateless/stateless.h"

struct limits {
  struct stateless_run *run;
  struct result *result;
  double started, told, looked;   /* looked: at the clock */
  uint32_t skips, left;           /* checks between two looks; until the next one */
  bool stop;
};

void limits_init (struct limits *, struct stateless_run *, struct result *);
void limits_stop (struct limits *, const char *why);
void limits_broken (struct limits *);                        /* the exec's last step could not be made */
/* Executions begun so far; of the progress, not the time, and not the share, which is estimated from the exploration (NULL: it is not). */
void limits_check (struct limits *, uint64_t begun, const struct stateless_progress *, const struct exploration *);
void limits_conclude (struct limits *);                      /* the verdict, and how long it took */

#endif
