/* Internal to the search with stored states. */
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
  struct schedule path, schedule;     /* path: the steps of the present execution */
  graph_id at;                        /* the state at its end */
  struct distinct pairs;              /* pairs that were executed */
  bool cut_short;
};

/* stateful.c. Explores until nothing is left to do (true), or until that many transitions and runs were executed and more
 * is left (false). */
bool stateful_explore (struct stateful *, uint64_t transitions, uint64_t runs);
bool stateful_replay (struct stateful *, size_t from);     /* executes the path's steps from that one on; false: they differed */
bool stateful_go_to (struct stateful *, graph_id);         /* moves the exec to a state, along its path from the start */

/* stateful_livelock.c: reports threads that repeat a cycle for ever without a new value, or beside which others can never
 * continue. */
void stateful_livelock (struct stateful *);

/* stateful_turns.c. Runs to the end. True: the search without stored states has finished, and the result is complete. */
bool stateful_with_turns (struct stateful *);

#endif
