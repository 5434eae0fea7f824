/* A search with stored states, for the files that it is made of. */
#ifndef SEARCH_STATELESS_STATEFUL_PARTS_H
#define SEARCH_STATELESS_STATEFUL_PARTS_H

#include "base/distinct.h"
#include "reduce/dynamic/state_graph.h"
#include "search/stateless/limits.h"

struct stateful {
  struct limits limits;
  struct stateless_run *run;
  struct result *result;
  struct graph graph;
  struct schedule path, schedule;     /* path: of the present execution */
  graph_id at;                        /* the state at its end */
  struct distinct pairs;              /* that were executed */
  bool cut_short;
};

/* stateful.c. Until nothing is left to do; or, with false, until that many transitions and runs were made and more is left. */
bool stateful_explore (struct stateful *, uint64_t transitions, uint64_t runs);
bool stateful_replay (struct stateful *, size_t from);     /* executes the path's steps from that one on; false: they did not repeat */
bool stateful_go_to (struct stateful *, graph_id);         /* brings the exec to a state, the way it is reached from the start */

/* stateful_livelock.c: threads that go round for ever and will never find anything new, or beside which others can never continue. */
void stateful_livelock (struct stateful *);

/* stateful_turns.c. To the end; true: not by stored states, and the result is complete. */
bool stateful_with_turns (struct stateful *);

#endif
