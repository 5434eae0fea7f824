/* Properties of infinite runs: Büchi emptiness on the fly, with fairness.
 *
 *     struct liveness property = {.automaton = a, .letter = fn, ...};
 *     liveness_run (&run, &property, &result);
 *
 * A run is the sequence s0 s1 s2 ... of observable states of an execution. One that ends is made infinite by repeating its
 * last state. The automaton reads the letter of s0, then that of s1, and so on; what it accepts violates the property.
 *
 * Only fair runs count. Weak fairness: a process that is enabled in every state from some point on moves infinitely often.
 * Strong: a process that is enabled in infinitely many states moves infinitely often. Trace: a process that is enabled in
 * every state from some point on moves infinitely often, or is concerned infinitely often by steps of others
 * (reduce/concerns.c). A process is enabled in a state if it takes part in one of the state's transitions, and moves in a
 * step if it takes part in one of the step's transitions (both sides of a rendezvous do). A run that ends is fair: no
 * process is enabled for ever.
 *
 * A finding's steps are transitions of the model (TRANS_STUTTER repeats a state that has none); those from loop_start on
 * are repeated for ever. It has no loop if every continuation is a violation. */
#ifndef SEARCH_LIVENESS_H
#define SEARCH_LIVENESS_H

#include "ltl/automaton.h"
#include "search/search.h"

enum fairness { FAIR_NONE, FAIR_WEAK, FAIR_STRONG, FAIR_TRACE };   /* as --fair */

enum liveness_search { LIVENESS_AUTO, LIVENESS_NDFS, LIVENESS_SCC };

struct liveness {
  const struct automaton *automaton;
  /* The atoms that hold in an observable state of the model. */
  uint64_t (*letter) (void *context, const uint32_t *state, struct fault *);
  void *context;
  /* Adds the processes whose next steps depend on the transition; for FAIR_TRACE. */
  void (*concerned) (void *context, const uint32_t *state, trans_id, uint64_t *pids);
  enum fairness fairness;
  bool endless;                   /* only runs that do not end count: a run that ends is no livelock */
  enum finding_kind kind;         /* kind of a violation; its message and position follow */
  const char *message;
  struct pos pos;
  enum liveness_search search;    /* AUTO: the smaller product; NDFS only without fairness */
};

/* Whether a process that is disabled somewhere on a loop need not move in it. */
static inline bool
liveness_is_just (const struct liveness *l)
{
  return l->fairness == FAIR_WEAK || l->fairness == FAIR_TRACE;
}

/* Searches for one violation, and fills the result as search_run does. With run->reduction the product is reduced; the
 * caller guarantees that the property is invariant under stuttering and that its atoms are visible. */
void liveness_run (struct search_run *, const struct liveness *, struct result *);

/* Executes the model along the finding: every step is enabled, the loop closes
 * on the same state, is fair, and the automaton accepts what it reads. */
bool liveness_replay (struct search_run *, const struct liveness *, const struct finding *, char *why, size_t room);

/* Replaces the finding's lasso by a shorter one of the unreduced product, if the run's limits allow all of that product;
 * the new one is replayed. Not with fairness. */
void liveness_shorten (struct search_run *, struct finding *);

#endif
