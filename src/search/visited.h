/* States that a walk has been to, with who slept there.
 *
 *     visited_init (&v, proviso, max_bytes);
 *     visited_arrive (&v, x)        the walk has come to a state; false: nothing new follows from it
 *     visited_release (&v);
 */
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
  uint32_t open;                  /* so many times on the present path */
};

struct visited {
  struct store *store;
  VEC (struct visited_state) states;          /* by number */
  VEC (state_id) path;            /* number of each state of the present execution */
  bool full;                      /* some state could not be kept, and was not explored */
  bool cyclic;                    /* a step led back to the path */
  bool proviso;                   /* a state with a step back to the path is expanded fully */
};

void visited_init (struct visited *, bool proviso, uint64_t max_bytes);
void visited_release (struct visited *);
bool visited_arrive (struct visited *, struct exploration *);

#endif
