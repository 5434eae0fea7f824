/* What a reduction wants to know about one state: which processes are alive,
 * where each stands, which channel a variable names, how full that is. The
 * executor implements it; see vm_view.
 *
 *     v->class->look (v, state);         then, about that state:
 *     v->class->process (v, pid, &type, &location);   pid < v->nprocs
 *
 * Looking at a state must not be interleaved with other calls to the executor.
 */
#ifndef MODEL_VIEW_H
#define MODEL_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "model/graph.h"

/* An expression made ready to be evaluated. */
struct view_expr {
  uint8_t kind;
  int32_t value;
};

struct view_chan {
  uint32_t type, length, capacity;
  uint32_t owner;                 /* the channel goes when this process does; UINT32_MAX: never */
};

struct view;
struct view_class {
  struct view_expr (*compile) (struct view *, const struct pg_expr *, const struct pg_proc *);
  void (*look) (struct view *, const uint32_t *state);
  void (*process) (struct view *, uint32_t pid, uint32_t *type, uint32_t *location);
  int32_t (*eval) (struct view *, uint32_t pid, struct view_expr);    /* 0 if it cannot be evaluated */
  const uint8_t *(*frame) (struct view *, uint32_t pid);              /* its variables */
  void (*channel) (struct view *, uint32_t id, struct view_chan *);   /* 1 <= id <= nchans */
};

struct view {
  const struct view_class *class;
  uint32_t nprocs, nchans;        /* of the state looked at */
};

#endif
