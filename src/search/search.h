/* Stateful searches over a transition system. search_run explores `ts` as the options say and fills `result`. It prints
 * nothing, but calls `progress` about every half second; if that returns false, or *interrupt becomes nonzero, the search
 * ends with verdict unknown and the findings so far. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/options.h"
#include "model/result.h"
#include "model/ts.h"
#include "reduce/reduce.h"

struct progress {
  uint64_t states, transitions, depth, bytes;
  double seconds;
};

struct liveness;

struct search_run {
  struct ts *ts;
  const struct options *options;
  struct static_reduction *reduction;   /* made for the searched property, or NULL; not for breadth-first search */
  /* the invariant, or NULL. True iff it holds in the state; otherwise the fault has a kind, or its message says which part
   * is violated (empty: the text below) */
  bool (*invariant) (void *context, const uint32_t *state, struct fault *);
  void *invariant_context;
  const char *invariant_text;
  /* the property of infinite runs for search_replay, or NULL */
  const struct liveness *liveness;
  /* report only findings of this kind and message (a bad end: of its kind); NULL: report all */
  const struct finding *only;
  bool (*progress) (void *context, const struct progress *);
  void *progress_context;
  volatile const int *interrupt;
  /* called for every observable state without successors, to compare terminal states between configurations in tests; or
   * NULL */
  void (*terminal) (void *context, struct ts *, const uint32_t *state);
  void *terminal_context;
};

void search_run (struct search_run *, struct result *);

/* Executes the steps again from the initial state. True iff every step was enabled and the execution ends as the finding
 * says (fault of that kind, end state, violated invariant; a loop: see liveness_replay). Every finding is replayed before
 * it is reported. */
bool search_replay (struct search_run *, const struct finding *, char *why, size_t room);

#endif
