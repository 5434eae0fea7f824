/* What a drawing of a story shows besides its steps and the arrows between them (story_step.after): lifetimes of threads,
 * holds of locks, and waits, each from one step to another. The HTML page and the SVG picture draw the same. */
#ifndef REPORT_DIAGRAM_H
#define REPORT_DIAGRAM_H

#include "base/str.h"
#include "model/story.h"

struct diagram_span {
  uint32_t thread;
  size_t from, to;                /* steps; to: the number of steps if it lasts until the end */
  const char *object;             /* the lock; for a wait what it waits for, or NULL */
  size_t depth;                   /* number of locks that the thread held already */
};

struct diagram_lane { size_t first, last; };   /* 1 + the thread's first and last step; 0: none */

struct diagram {
  struct diagram_lane *lanes;     /* of each thread */
  VEC (struct diagram_span) holds;   /* in the order of `from` */
  VEC (struct diagram_span) waits;
};

void diagram_init (struct diagram *, const struct story *);
void diagram_release (struct diagram *);

/* The step as a label: "lock(m)", "x = y+1". */
void add_label (struct str *, const struct story *, const struct story_step *);

#endif
