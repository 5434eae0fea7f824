/* States that an exploration has visited, with their sleepers.
 *
 *     visited_init (&v, proviso, max_bytes);
 *     visited_arrive (&v, x)        a state was reached; false: it need not be explored
 *     visited_release (&v); */
#ifndef SEARCH_VISITED_H
#define SEARCH_VISITED_H

#include "reduce/dynamic/exploration.h"
#include "store/store.h"

struct asleep {
  thread_id thread;
  uint32_t alternative;
};

struct visited_state {
  struct asleep *sleep; uint32_t nsleep;      /* heap */
  uint32_t open;                  /* number of times on the present path */
};

struct visited {
  struct store *store;
  VEC (struct visited_state) states;          /* by number */
  VEC (state_id) path;            /* numbers of the states of the present execution */
  bool full;                      /* some state could not be stored, and was not explored */
  bool cyclic;                    /* a step led back to the path */
  bool proviso;                   /* fully expand a state with a step back to the path */
};

void visited_init (struct visited *, bool proviso, uint64_t max_bytes);
void visited_release (struct visited *);
bool visited_arrive (struct visited *, struct exploration *);

#endif
