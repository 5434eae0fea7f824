/* Queries of reductions about one state: which processes are alive, at which locations, which channel a variable names, and
 * how full it is. Implemented by the executor; see vm_inspector.
 *
 *     v->class->look (v, state);         then, about that state:
 *     v->class->process (v, pid, &type, &location);   pid < v->nprocs
 *
 * No other call to the executor is allowed between look and the last query. */
#ifndef MODEL_INSPECTOR_H
#define MODEL_INSPECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/graph.h"

/* A compiled expression. */
struct inspector_expr {
  uint8_t kind;
  int32_t value;
};

struct inspector_chan {
  uint32_t type, length, capacity;
  uint32_t owner;                 /* the channel is removed with this process; UINT32_MAX: never */
};

struct inspector;
struct inspector_class {
  struct inspector_expr (*compile) (struct inspector *, const struct pg_expr *, const struct pg_proc *);
  void (*look) (struct inspector *, const uint32_t *state);
  void (*process) (struct inspector *, uint32_t pid, uint32_t *type, uint32_t *location);
  int32_t (*eval) (struct inspector *, uint32_t pid, struct inspector_expr);    /* 0 if it cannot be evaluated */
  const uint8_t *(*frame) (struct inspector *, uint32_t pid);              /* its variables */
  void (*channel) (struct inspector *, uint32_t id, struct inspector_chan *);   /* 1 <= id <= nchans */
};

struct inspector {
  const struct inspector_class *class;
  uint32_t nprocs, nchans;        /* of the state */
};

#endif
