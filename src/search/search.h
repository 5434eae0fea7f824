/* Stateful searches over a transition system.
 *
 * search_run explores `ts` as the options say and fills `result`. It never
 * prints except through `progress`, which is called every half second or so;
 * when it returns false, or when *interrupt becomes nonzero, the search ends
 * with verdict unknown and what it has found so far.
 */
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
  struct static_reduction *reduction;   /* made for what is searched, or NULL; not for breadth-first search */
  /* the invariant, or NULL: nonzero iff it holds in the state; else the fault has a kind, or its message says which
   * does not (empty: the text below) */
  bool (*invariant) (void *context, const uint32_t *state, struct fault *);
  void *invariant_context;
  const char *invariant_text;
  /* the property of infinite runs whose findings search_replay is asked about, or NULL */
  const struct liveness *liveness;
  /* findings of its kind and message (a bad end: of its kind) alone are told; NULL: all are */
  const struct finding *only;
  bool (*progress) (void *context, const struct progress *);
  void *progress_context;
  volatile const int *interrupt;
  /* every observable state without successors: used by tests to compare
   * terminal states between configurations; NULL: not wanted */
  void (*terminal) (void *context, struct ts *, const uint32_t *state);
  void *terminal_context;
};

void search_run (struct search_run *, struct result *);

/* Executes the steps again from the initial state. True iff every step was
 * enabled and the execution ends as the finding says (fault of that kind, end
 * state, violated invariant; a loop: see liveness_replay). Every finding is checked so before it is shown. */
bool search_replay (struct search_run *, const struct finding *, char *why, size_t room);

#endif
