/* A program graph as a sequential circuit.
 *
 *     struct circuit *c = circuit_new (pg, &layout, &config, &refusal);
 *     ...                        NULL: something is not supported; the refusal says what, where
 *     circuit_free (c);
 *
 * State. Each process slot (pid) has a control node: dead, or a location of one of
 * the process types that the layout allows there, together with a mode: PLAIN, ATOMIC (the
 * process keeps control) or DSTEP (inside a d_step; it takes its first executable edge). Nodes
 * are latches, one for each (one-hot) or a binary number. Each cell of a variable or a
 * channel is a few latches, as many as its range needs; a cell that never changes is none.
 *
 * Steps. A step is an edge of one slot, or a rendezvous of two. It has a literal that
 * says when it is enabled, one that says when it fails, and the new values of the latches it
 * touches. Inputs choose one step; `valid` says that the chosen one is enabled, or that
 * nothing is (then the state repeats). Only sequences of valid choices are executions.
 *
 * What the executor does in one go (a d_step) takes several steps here, and what takes it
 * a step of its own (giving up control when blocked) none: decode.h makes the
 * executor's transitions of the circuit's steps.
 */
#ifndef SYMBOLIC_CIRCUIT_H
#define SYMBOLIC_CIRCUIT_H

#include "base/diag.h"
#include "model/graph.h"
#include "symbolic/aig.h"
#include "symbolic/layout.h"

struct latch {
  lit now, next;
  bool init;
  bool stuck;                     /* known to keep its first value (known.c) */
  char *name;                     /* "x[2].3": bit 3 */
};

/* What one step does to a latch. */
struct change {
  uint32_t latch;
  lit to;
};

struct step {
  uint32_t slot, type, edge;      /* edge PG_ALL: a d_step that is blocked */
  uint32_t partner, partner_type, partner_edge;   /* PG_ALL: none; the slot sends */
  bool inside;                    /* of a d_step: the executor has done it with the step before */
  uint32_t *chain, nchain;        /* edges that are executed with it (an atomic sequence, a transaction): transitions of their own for the executor */
  uint32_t choice;                /* by this number it is chosen among the steps of its location */
  lit possible;                   /* in the present state, whatever is chosen: some values of free inputs enable it */
  lit enabled;                    /* in the present state, with these free inputs */
  lit allowed;                    /* enabled, and the reduction lets the slot run */
  lit execute;                    /* allowed and chosen */
  lit fault, hard;                /* it fails (if it is enabled); and ends the execution */
  lit resource;                   /* it needs a process that the layout does not have */
  lit beyond;                     /* it goes where nothing is modelled any more */
  struct change *changes; uint32_t nchanges;
};

struct refusal {
  struct pos pos;
  char what[160];                 /* empty: none */
  bool spent;                     /* nothing is wrong with the model: the budget was over before the circuit was made */
};

struct budget;

/* A property of infinite runs: the automaton of the runs that violate it. Its atom i
 * is atoms[i], or with `label` atom 0 is: a process is at such a label. */
struct automaton;
struct circuit_claim {
  const struct automaton *automaton;
  const struct pg_expr *const *atoms;
  uint32_t natoms, label;
  bool endless;                   /* runs that end do not count */
  int fairness;                   /* as --fair */
};

/* CIRCUIT_JOINED: steps are joined as with transactions, and everybody may make the next one. */
enum circuit_por { CIRCUIT_FULL, CIRCUIT_JOINED, CIRCUIT_STATIC, CIRCUIT_TRANSACTIONS };

struct circuit_config {
  bool one_hot;                   /* else control nodes are binary numbers */
  int ends;                       /* as --ends */
  const struct pg_expr *invariant;
  const struct circuit_claim *claim;      /* NULL: safety */
  enum circuit_por por;
  bool single;                    /* for tests: the steps of transactions are not joined */
  struct budget *budget;          /* for making it; NULL: no limit */
};

/* A fairness constraint of a claim: `infinitely` holds infinitely often, if `when` does
 * (LIT_TRUE: always has to). */
struct justice {
  lit when, infinitely;
};

struct circuit {
  struct aig g;
  const struct pg *pg;
  VEC (struct latch) latches;
  VEC (lit) inputs;
  VEC (char *) input_names;
  VEC (struct step) steps;
  lit valid;                      /* constraint on every step */
  lit chosen;                     /* the same, if steps that go beyond what is modelled count */
  lit terminal;                   /* nothing is enabled */
  lit observable;                 /* nobody keeps control */
  lit bad_step, bad_end, bad_invariant, resource;
  lit beyond;                     /* the chosen step goes where nothing is modelled; such a step is not valid */
  lit hold;                       /* what is known of every reachable state: one node for each slot; what is stuck */
  VEC (struct justice) justice;   /* with a claim: runs on which all are met violate it */
  lit doomed;                     /* with a claim: whatever comes now violates it */
  bool reduced;                   /* the scheduler is restricted */
  uint32_t locks;                 /* found for lock patterns */
  struct parts *parts;            /* what the circuit was made of */
};

struct circuit *circuit_new (const struct pg *, const struct layout *, const struct circuit_config *, struct refusal *);
void circuit_free (struct circuit *);

/* What must never be, as one literal: a violation, or a limit of the layout. Beyond what is modelled nothing is known; whether an execution
 * comes there is a question of its own (circuit.beyond). */
lit circuit_bad (struct circuit *);

/* Latches that make no difference to what is bad keep their values from now on (cone.c). Of a circuit without a claim. */
void circuit_freeze (struct circuit *);

/* Asserts the invariants, returns true. */
bool circuit_check (const struct circuit *);

/* Sets the inputs (by node) so that they choose the step. */
void circuit_choose (const struct circuit *, uint32_t step, bool *value);

/* Free inputs: whether there are any, and the value of one, given the values of all inputs in their order. */
bool circuit_has_free (const struct circuit *);
uint64_t circuit_free_value (const struct circuit *, uint32_t number, const bool *inputs);

/* By latch: it is one of several of which just one is true in every reachable state. */
void circuit_one_hot (const struct circuit *, bool *);
/* For each latch the number of the word it is a bit of; UINT32_MAX: of none, or of one with a single bit. */
void circuit_words (const struct circuit *, uint32_t *);

/* Comparisons that the steps of a slot make, as functions of the present state, and what they were so many `rounds` of steps before;
 * process types that are copies of each other make the same, in
 * the same order. */
struct predicate {
  lit holds;
  uint32_t slot;
};
struct predicates { VEC (struct predicate) list; };
void circuit_predicates (struct circuit *, unsigned rounds, struct predicates *);
bool circuit_predicates_check (const struct circuit *, const struct predicates *);      /* each is whose it says it is */

/* For tests: the reduction lets the slot run (a literal). */
lit circuit_allows (const struct circuit *, uint32_t slot);

/* For tests: how long a solver may look for the values from outside that make one step possible. */
extern double circuit_input_seconds;

/* For tests: the value of a variable's cell, and the control node of a slot, in a state
 * given by the values of the nodes (aig_simulate). */
int64_t circuit_cell_value (const struct circuit *, uint32_t slot, uint32_t type, uint32_t var, uint32_t element, const bool *value);
bool circuit_where (const struct circuit *, uint32_t slot, const bool *value, uint32_t *type, uint32_t *loc, int *mode);

#endif
