/* How far a run has come: one line that is overwritten on a terminal, a plain
 * line every ten seconds elsewhere, so that logs stay short. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress_line {
  FILE *out;                      /* NULL: nothing is shown */
  bool tty, drawn;
  double last;                    /* seconds at the last plain line */
};

void progress_init (struct progress_line *, FILE *);
/* `count` of `what` ("state") were explored; `share` of the whole is done, as far as known (0: not). */
void progress_show (struct progress_line *, const char *what, uint64_t count, double share, uint64_t depth,
                    uint64_t bytes, double seconds);
/* A symbolic engine has looked at that depth: how many clauses (or nodes) it has, and how long the depth took. */
void progress_depth (struct progress_line *, const char *engine, uint64_t depth, uint64_t clauses, double step, double seconds);
/* Before anything else is printed. */
void progress_clear (struct progress_line *);

#endif
