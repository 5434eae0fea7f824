/* Internal to liveness: the two emptiness checks, and lassos from their results. */
#ifndef SEARCH_EMPTINESS_H
#define SEARCH_EMPTINESS_H

#include "search/product.h"

/* The roles that a state may have in a lasso. Filled in by the search that found a violation, for `count` states; a state
 * with a role was expanded before. */
enum { ROLE_PREFIX = 1, ROLE_LOOP = 2 };

struct roles {
  uint8_t *of;                    /* heap */
  state_id count;
};

/* The automaton with accepting states for the nested search, if that search is to be used; the caller frees it. NULL:
 * search components of the product with the property's own automaton. */
struct automaton *liveness_by_states (const struct liveness *);

/* Nested depth-first search, without fairness. Returns an accepting state on a cycle, or STATE_NONE. `roles` is filled if a
 * violation was found, also if product.hit is set. */
state_id ndfs_search (struct product *, struct roles *);

/* Search by strongly connected components. True: the states with ROLE_LOOP contain a fair accepting run. */
bool scc_search (struct product *, struct roles *);

/* Strong fairness (scc_fair.c): searches for a fair component inside the component `states`, all expanded by scc_search.
 * True: *out has its states. */
struct state_ids {
  state_id *data;
  size_t count, room;             /* a VEC (state_id) */
};
bool scc_refine (struct product *, const struct state_ids *states, struct state_ids *out);

/* A short execution to `goal` (a state with ROLE_PREFIX). */
void lasso_prefix (struct product *, const struct roles *, state_id goal, struct trans_list *);

/* A short execution to the loop states, and a fair accepting loop among them. `entry`: an accepting state on a loop (no
 * fairness), or STATE_NONE: all states with ROLE_LOOP are one component. Returns the number of steps before the loop; -1:
 * there is no loop. */
long lasso_make (struct product *, const struct roles *, state_id entry, struct trans_list *);

/* The shortest lasso through an accepting state (no fairness); all states have both roles. After `budget` visited states
 * the search stops, and the result is the shortest lasso found so far. Returns as lasso_make. */
long lasso_shortest (struct product *, const struct roles *, size_t budget, struct trans_list *);

#endif
