/* One execution as a list of steps that a person can read.
 *
 * steps_walk executes a trace; step_view_make describes one step of it;
 * steps_collect does both for the steps worth showing (all, or the first and
 * the last ones of a long trace); steps_print writes them:
 *
 *      1  P (0)  model.pml:3  q!x,2          q!1,2   q: [] → [1,2]
 *      2  Q (1)  model.pml:9  q?a,b          q?1,2   a: 0 → 1   q: [1,2] → []
 */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include "model/ts.h"
#include "report/term.h"

/* ---- the variables of a state ---- */

struct cell {
  char *name, *value;             /* heap */
  bool is_local;
};

struct cells {
  struct cell *data;
  size_t count, room;             /* a VEC (struct cell) */
};

void cells_read (struct cells *, struct ts *, const uint32_t *state);   /* replaces the contents */
void cells_release (struct cells *);
bool cell_is_zero (const struct cell *);
/* The cell called so; `hint` is where to look first and is left behind the
 * cell found, so that lists in the same order are walked in step. NULL: none. */
const struct cell *cells_find (const struct cells *, const char *name, size_t *hint);
/* The state: global variables, several to a line, arrays as one; then each
 * process with where it stands and its variables. Unless `full`, long lists
 * leave out zeros. */
void state_print (const struct term *, struct ts *, const uint32_t *state, bool full);

/* The name of the variable, without its process, if it is one of the thread's; or NULL. */
const char *cell_name_in (const char *name, const char *thread);

/* ---- executing a trace ---- */

/* Called after each step; `fault` says whether it failed. Returning false ends the walk. */
typedef bool steps_fn (void *context, size_t index, const uint32_t *before, trans_id, const uint32_t *after,
                       const struct fault *fault);

enum walk_end { WALK_DONE, WALK_NOT_ENABLED, WALK_FAULT };

struct walk {
  enum walk_end end;
  size_t index;                   /* of the step that was not enabled or failed; or the number of steps */
  struct fault fault;             /* of the last step executed (or the initial state) */
  uint32_t *state;                /* heap: the last state reached; the walk's owner frees it */
};

/* WALK_FAULT only for a step before the last one: the last may fail. */
void steps_walk (struct walk *, struct ts *, const trans_id *, size_t count, steps_fn *, void *context);

/* ---- steps to show ---- */

struct change {
  char *name, *before, *after;    /* heap; before is NULL for a variable that is new */
};

struct step_view {
  size_t number;                  /* from 1 */
  struct step_info info;
  VEC (struct change) changes;
};

/* `old` are the cells of the state before; afterwards those of the state after. */
void step_view_make (struct step_view *, struct ts *, const uint32_t *before, trans_id, const uint32_t *after,
                     struct cells *old);
void step_view_release (struct step_view *);
void step_info_release (struct step_info *);

/* Widths of the columns; they only grow. All zeros is a start. */
struct step_layout {
  size_t number, thread, place, text;
  bool lines_only;                /* all places are in one file, which is too long to repeat */
};

void step_layout_fit (struct step_layout *, const struct term *, const struct step_view *);
void step_print (const struct term *, const struct step_layout *, const struct step_view *);

static inline bool
step_has_partner (const struct step_info *i)
{
  return i->partner != UINT32_MAX;
}

/* A statement for people: see statement.c. */
void add_statement (struct str *, const char *statement);

/* What a step printed, on one line. */
void add_output (struct str *, const struct str *output);

/* Steps that are shown: neither the release of control nor stuttering is. */
static inline bool
step_is_shown (trans_id id)
{
  return id != TRANS_RELEASE && id != TRANS_STUTTER;
}

struct step_list {
  VEC (struct step_view) steps;
  size_t total;                   /* steps of the trace that are shown if nothing is left out */
  size_t gap_at, gap;             /* `gap` steps are left out before steps.data[gap_at] */
  size_t loop;                    /* number of the first step of the cycle; 0: none */
  struct walk walk;
};

enum { STEPS_HEAD = 100, STEPS_TAIL = 50 };

void steps_collect (struct step_list *, struct ts *, const trans_id *, size_t count, long loop_start,
                    bool full);
void steps_print (const struct term *, const struct step_list *);
void steps_release (struct step_list *);

/* ---- message flow: one column per process ---- */

struct flow {
  bool seen[256];                 /* processes whose name was printed */
  size_t column;                  /* width */
};

/* Prints the names of the processes alive in the state. */
void flow_start (const struct term *, struct flow *, struct ts *, const uint32_t *state);

void flow_print (const struct term *, struct flow *, const struct step_view *);
void flow_print_all (const struct term *, struct ts *, const struct step_list *);

#endif
