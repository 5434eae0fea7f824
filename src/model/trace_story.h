/* Builds the story of an execution of a transition system: of a whole trace, or step by step during execution:
 *
 *     trace_story_begin (&t, ts, state);
 *     for each step: trace_story_add (&t, before, id, after, true);
 *     story = trace_story_end (&t, state); */
#ifndef MODEL_TRACE_STORY_H
#define MODEL_TRACE_STORY_H

#include "model/story_order.h"
#include "model/ts.h"

struct trace_cell {
  char *name, *value;             /* heap */
  bool is_local;
};

struct trace_cells {
  struct trace_cell *data;
  size_t count, room;             /* a VEC (struct trace_cell) */
};

struct trace_story {
  struct ts *ts;
  struct story *story;
  struct trace_cells cells;       /* the cells of the state before the next step, if known */
  bool has_cells;
  bool has_failed;                /* the last step failed: what is enabled after it is meaningless */
  size_t index;                   /* of the next step */
  struct story_order order;
};

void trace_story_begin (struct trace_story *, struct ts *, const uint32_t *initial);
/* Adds a step, and returns it; NULL for the release of control and stuttering, which are not steps of the story. Changes of
 * variables are computed iff `after` is given. */
const struct story_step *trace_story_add (struct trace_story *, const uint32_t *before, trans_id,
                                          const uint32_t *after);
/* The caller owns the story. */
struct story *trace_story_end (struct trace_story *, const uint32_t *last);

enum trace_end_kind { TRACE_DONE, TRACE_NOT_ENABLED, TRACE_FAULT };

struct trace_end {
  enum trace_end_kind kind;
  size_t index;                   /* of the step that was not enabled or failed; or the number of steps */
  struct fault fault;             /* of the last step executed (or the initial state) */
};

/* Executes the steps. TRACE_FAULT only for a step before the last one: the last may fail. Unless `full`, the changes of
 * steps in the middle of a very long trace are not computed. `end` may be NULL. */
struct story *story_of_trace (struct ts *, const trans_id *, size_t count, long loop_start, bool full,
                              struct trace_end *end);

#endif
