/* Progress of a run: one line that is overwritten on a terminal, a plain line every ten seconds elsewhere, so that logs
 * stay short. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress_line {
  FILE *out;                      /* NULL: no progress is shown */
  bool tty, drawn;
  double last;                    /* time of the last plain line, in seconds */
};

void progress_init (struct progress_line *, FILE *);
/* `count` of `what` ("state") were explored; `share` is the estimated fraction of the whole (0: unknown). */
void progress_show (struct progress_line *, const char *what, uint64_t count, double share, uint64_t depth,
                    uint64_t bytes, double seconds);
/* A symbolic engine has completed that depth, with this many clauses (or nodes), in that time. */
void progress_depth (struct progress_line *, const char *engine, uint64_t depth, uint64_t clauses, double step, double seconds);
/* Must be called before anything else is printed. */
void progress_clear (struct progress_line *);

#endif
