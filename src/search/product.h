/* The product of a model and an automaton, as a graph of numbered states that is built while it is searched.
 *
 *     product state = number of an observable model state, automaton state
 *
 * In a product state the automaton has not read the model's state yet. An edge (s, q) -> (s', q') is an edge q -> q' whose
 * label holds in s, and a step s -> s' of the model: one transition, or several if they lead through transient states,
 * which the automaton does not see. With reduction only some of the state's transitions are used (proviso.h).
 *
 * It is not a struct ts: an edge is a transition together with an edge of the automaton, and searches need edges with their
 * marks and processes, not names of transitions.
 *
 * Expanding a state numbers its successors immediately. A state has the same edges whenever it is expanded. A depth-first
 * search reports when it leaves a state (product_leave). */
#ifndef SEARCH_PRODUCT_H
#define SEARCH_PRODUCT_H

#include "model/transient.h"
#include "search/explore.h"
#include "search/liveness.h"
#include "search/pairs.h"
#include "search/pidset.h"
#include "search/proviso.h"

struct product_edge {
  state_id to;
  uint32_t edge;                  /* number of the automaton's edge */
  uint32_t moved;                 /* number of the set of processes that move; 0 without fairness */
};

struct product_edges {
  struct product_edge *data;
  size_t count, room;             /* a VEC (struct product_edge) */
};

/* Where a step leads. */
struct product_arrival {
  state_id state;                 /* number of the model's state */
  uint32_t moved;                 /* number of the set of processes that move; 0 without fairness */
};

struct product {
  struct explorer *x;
  struct ts *model;
  const struct liveness *property;
  const struct automaton *automaton;   /* the property's automaton, or one derived from it */
  uint64_t all_marks;
  uint32_t doomed;                /* automaton state that accepts every continuation, or STATE_NONE */
  struct pairs pairs;             /* the product's states; the model's are in x->store */
  struct pidsets sets;
  struct proviso proviso;
  /* Per state. Bit 0: its automaton state is accepting (by_state automata); the search uses the others. */
  VEC (uint8_t) flags;
  /* Set when an expansion ends the search: the state whose letter leads to `doomed`, or cannot be computed (fault). */
  state_id hit;
  struct fault fault;

  uint32_t *cur, *path, n;        /* the model state being expanded, */
  state_id at;                    /* its number, */
  uint32_t q;                     /* and the automaton's */
  VEC (struct product_arrival) arrivals;
  VEC (state_id) targets;         /* the targets of its steps, for the proviso */
  bool failed;                    /* some step ended in an error */
  VEC (uint32_t) choices;         /* edges of the automaton that the letter allows */
  struct transient walk;          /* transient states reached from it; tags are numbers of sets of moved processes */
  struct passing passing;
};

enum { PRODUCT_ACCEPTING = 1 };

/* A state of the automaton from which every word is accepted, because of a loop that is always enabled and has all marks;
 * STATE_NONE: none is known. */
uint32_t product_doomed (const struct automaton *);

void product_init (struct product *, struct explorer *, const struct liveness *, const struct automaton *);
void product_release (struct product *);

/* The number of the initial state; false if there is none (reported). */
bool product_start (struct product *, state_id *);

/* Appends the edges that leave the state; returns the number of the set of
 * processes enabled there (0 without fairness). */
uint32_t product_expand (struct product *, state_id, struct product_edges *);

/* A depth-first search has finished the state, whose edges these are. */
void product_leave (struct product *, state_id, const struct product_edge *, size_t count);

/* Memory used, without the states of the model. */
size_t product_bytes (const struct product *);

/* Appends the transitions of the model that make up one edge of the state. */
void product_steps (struct product *, state_id from, const struct product_edge *, struct trans_list *);

static inline bool
product_accepting (const struct product *p, state_id s)
{
  return p->flags.data[s] & PRODUCT_ACCEPTING;
}

static inline uint64_t
product_marks (const struct product *p, const struct product_edge *e)
{
  return p->automaton->edges.data[e->edge].marks;
}

/* What an edge contributes to weak fairness: the processes that move in it or are not enabled at its source, as the number
 * of a set. */
uint32_t product_just (struct product *, uint32_t enabled, uint32_t moved);

#endif
