/* Code shared by the searches: limits, statistics, findings. One struct explorer per run. */
#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include <assert.h>

#include "search/search.h"
#include "store/store.h"

/* Transient states are not stored. Only if very many of them follow each other are they remembered temporarily, so that an
 * atomic sequence that loops for ever, or branches a lot, terminates. */
enum { PASSING_FREE = 1000 };

struct passing {
  struct store *store;            /* or NULL */
  uint64_t count;                 /* number of consecutive transient states */
};

struct explorer {
  struct search_run *run;
  struct result *result;
  struct ts *ts;
  const struct options *options;
  struct store *store;            /* observable states */
  struct passing passing;
  uint32_t *next, *next_path;     /* the successor being computed */
  uint64_t stack_bytes;           /* size of the stack, updated by the search, for the memory limit */
  uint64_t ticks, max_bytes;
  double started, last_progress;
  uint64_t depth;                 /* current, for the progress line */
  bool stop;                      /* the search has to end; set only by explore_bound */
};

/* Allocates the store and the buffers for states of up to `words` words; explore_finish concludes the result and frees
 * them. */
void explore_start (struct explorer *, struct search_run *, struct result *, enum store_kind, uint32_t words);
void explore_finish (struct explorer *);

uint64_t explore_memory (const struct options *);           /* bytes that states may use */
void explore_unreached (struct ts *, struct result *);      /* lists the statements that were never executed */

void explore_dfs (struct explorer *);
void explore_bfs (struct explorer *);

/* Whether to check limits, time and interrupts now. Called once per transition. */
static inline bool
explore_due (struct explorer *x)
{
  return (++x->ticks & 1023) == 0;
}
void explore_tick (struct explorer *);

/* Reasons why a search does not explore everything. */
enum bound {
  BOUND_DEPTH, BOUND_STATES, BOUND_MEMORY, BOUND_TIME, BOUND_INTERRUPT, BOUND_FINDING, BOUND_STORE, BOUND_RESOURCE, BOUNDS
};

/* Records that something is not explored. Except for BOUND_DEPTH, _STORE and _RESOURCE the search then ends. This is the
 * only way for a search to end early, and the only place where a result stops being exhaustive. The first reason is kept;
 * for BOUND_RESOURCE it is in `fault`, which is NULL otherwise. */
void explore_bound (struct explorer *, enum bound, const struct fault *);

/* Executions of at most --max-depth steps are explored. True: an execution of `steps` steps is longer. */
bool explore_too_deep (struct explorer *, uint64_t steps);

/* Checks a reduced set against its definition: in debug builds the first sets of a search, with --verify-relations all of
 * them. */
void explore_check_set (struct explorer *, const uint32_t *state, const trans_id *list, size_t size, size_t count);

/* Counts a state that was reached, for the first time or again. */
void explore_count (struct explorer *, bool is_new);
enum store_answer explore_put (struct explorer *, const struct store_state *from, const struct store_state *, state_id *);
bool explore_passed_before (struct explorer *, struct passing *, const uint32_t *state, uint32_t n);
void passing_forget (struct passing *);

/* Returns the execution that led to a finding: an array of transitions on the heap. */
typedef trans_id *trace_fn (void *context, size_t *nsteps);

/* Adds a finding with its execution (on the heap), which it takes over. */
void explore_add (struct explorer *, enum finding_kind, struct pos, const char *message, trans_id *steps, size_t nsteps,
                  long loop_start);
void explore_fault (struct explorer *, const struct fault *, trace_fn *, void *context);
void explore_invariant (struct explorer *, const uint32_t *state, trace_fn *, void *context);
void explore_terminal (struct explorer *, const uint32_t *state, trace_fn *, void *context);    /* reports an invalid end state */
static inline void
explore_new_state (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  assert (!ts_transient (state));
  if (x->run->invariant)
    explore_invariant (x, state, trace, context);
}

#endif
