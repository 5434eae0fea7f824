/* Inside liveness: the two emptiness searches, and lassos from what they find. */
#ifndef SEARCH_EMPTINESS_H
#define SEARCH_EMPTINESS_H

#include "search/product.h"

/* What a state may be used for when a lasso is made. Filled by the search that
 * has found a violation; `count` states, all of them expanded before if they
 * have a role. */
enum { ROLE_PREFIX = 1, ROLE_LOOP = 2 };

struct roles {
  uint8_t *of;                    /* heap */
  state_id count;
};

/* The automaton with accepting states that nested search wants, if that is to
 * be used; NULL: search components of the property's own automaton. The caller
 * frees it. */
struct automaton *liveness_by_states (const struct liveness *);

/* Nested depth-first search, without fairness. Returns an accepting state on a
 * cycle, or STATE_NONE; `roles` is filled if something was found, also if the
 * product was hit. */
state_id ndfs_search (struct product *, struct roles *);

/* Strongly connected components. True if there are fair accepting runs among
 * the states with ROLE_LOOP. */
bool scc_search (struct product *, struct roles *);

/* A fair component among the states that were expanded by scc_search and are in
 * the component `states`: strong fairness (scc_fair.c). Then *out has one. */
struct state_ids {
  state_id *data;
  size_t count, room;             /* a VEC (state_id) */
};
bool scc_refine (struct product *, const struct state_ids *states, struct state_ids *out);

/* A short execution to `goal` (a state with ROLE_PREFIX). */
void lasso_prefix (struct product *, const struct roles *, state_id goal, struct trans_list *);

/* A short execution to the loop states, and a fair accepting loop among them.
 * `entry` is an accepting state on a loop (no fairness), or STATE_NONE: all states
 * with ROLE_LOOP are one component. Returns the
 * number of steps before the loop, -1 if there is no loop. */
long lasso_make (struct product *, const struct roles *, state_id entry, struct trans_list *);

/* The shortest lasso through an accepting state (no fairness): all states have both roles. It
 * gives up after visiting so many, and then it is the shortest of those that it has seen.
 * Returns as lasso_make. */
long lasso_shortest (struct product *, const struct roles *, size_t budget, struct trans_list *);

#endif
