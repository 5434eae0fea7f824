/* What the searches share: limits, statistics, findings. One struct explorer
 * per run. */
#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include <assert.h>

#include "search/search.h"
#include "store/store.h"

/* Transient states are not stored. Only when very many of them follow each other
 * are they remembered for a while, so that an atomic sequence that loops for ever,
 * or branches a lot, ends. */
enum { PASSING_FREE = 1000 };

struct passing {
  struct store *store;            /* or NULL */
  uint64_t count;                 /* in a row */
};

struct explorer {
  struct search_run *run;
  struct result *result;
  struct ts *ts;
  const struct options *options;
  struct store *store;            /* observable states */
  struct passing passing;
  uint32_t *next, *next_path;     /* the successor being made */
  uint64_t stack_bytes;           /* kept up to date by the search, for the memory limit */
  uint64_t ticks, max_bytes;
  double started, last_progress;
  uint64_t depth;                 /* current, for the progress line */
  bool stop;                      /* no further exploration is wanted; only explore_bound sets it */
};

/* Makes the store and the buffers, for states of up to `words` words; finish
 * concludes the result and frees them. */
void explore_start (struct explorer *, struct search_run *, struct result *, enum store_kind, uint32_t words);
void explore_finish (struct explorer *);

uint64_t explore_memory (const struct options *);           /* how much states may need */
void explore_unreached (struct ts *, struct result *);      /* lists the statements that were never executed */

void explore_dfs (struct explorer *);
void explore_bfs (struct explorer *);

/* Time to look at limits, time and interrupts? Ask once per transition. */
static inline bool
explore_due (struct explorer *x)
{
  return (++x->ticks & 1023) == 0;
}
void explore_tick (struct explorer *);

/* Why a search does not explore everything. */
enum bound {
  BOUND_DEPTH, BOUND_STATES, BOUND_MEMORY, BOUND_TIME, BOUND_INTERRUPT, BOUND_FINDING, BOUND_STORE, BOUND_RESOURCE, BOUNDS
};

/* Something is not explored; except for BOUND_DEPTH, _STORE and _RESOURCE nothing
 * more will be. This is the only way for a search to end early, and the only place
 * where a result stops being exhaustive. The first reason is kept; the fault says it
 * for BOUND_RESOURCE, else it is NULL. */
void explore_bound (struct explorer *, enum bound, const struct fault *);

/* Executions of at most --max-depth steps are explored. True: `steps` are more. */
bool explore_too_deep (struct explorer *, uint64_t steps);

/* In debug builds the first sets of a search are checked against the definition, with --verify-relations all of them. */
void explore_check_set (struct explorer *, const uint32_t *state, const trans_id *list, size_t size, size_t count);

/* A state was met, for the first time or again. */
void explore_count (struct explorer *, bool is_new);
enum store_answer explore_put (struct explorer *, const struct store_state *from, const struct store_state *, state_id *);
bool explore_passed_before (struct explorer *, struct passing *, const uint32_t *state, uint32_t n);
void passing_forget (struct passing *);

/* How a search tells the execution that led to what it reports: fills an array
 * of transitions on the heap. */
typedef trans_id *trace_fn (void *context, size_t *nsteps);

/* A finding with its execution, which it takes over (on the heap). */
void explore_add (struct explorer *, enum finding_kind, struct pos, const char *message, trans_id *steps, size_t nsteps,
                  long loop_start);
void explore_fault (struct explorer *, const struct fault *, trace_fn *, void *context);
void explore_invariant (struct explorer *, const uint32_t *state, trace_fn *, void *context);
void explore_terminal (struct explorer *, const uint32_t *state, trace_fn *, void *context);    /* end states */
static inline void
explore_new_state (struct explorer *x, const uint32_t *state, trace_fn *trace, void *context)
{
  assert (!ts_transient (state));
  if (x->run->invariant)
    explore_invariant (x, state, trace, context);
}

#endif
