/* A program graph as a sequential circuit.
 *
 *     struct circuit *c = circuit_new (pg, &layout, &config, &refusal);
 *     ...                        NULL: something is not supported; the refusal says what, where
 *     circuit_free (c);
 *
 * State. Each process slot (pid) has a control node: dead, or a location of one of the process types that the layout allows
 * there, together with a mode: PLAIN, ATOMIC (the process keeps control) or DSTEP (inside a d_step; it takes its first
 * executable edge). Nodes are latches, one for each (one-hot) or a binary number. Each cell of a variable or a channel
 * consists of as many latches as its range needs; a cell that never changes has none.
 *
 * Steps. A step is an edge of one slot, or a rendezvous of two. It has a literal for "enabled", one for "fails", and the
 * new values of the latches that it changes. Inputs choose one step; `valid` holds if the chosen step is enabled, or none
 * is (then the state repeats). Only sequences of valid choices are executions.
 *
 * A d_step is one transition of the executor, but several steps here; giving up control when blocked is a transition of the
 * executor, but no step here. decode.h turns the circuit's steps into the executor's transitions. */
#ifndef SYMBOLIC_CIRCUIT_H
#define SYMBOLIC_CIRCUIT_H

#include "base/diag.h"
#include "model/graph.h"
#include "symbolic/aig.h"
#include "symbolic/layout.h"

struct latch {
  lit now, next;
  bool init;
  bool stuck;                     /* proved constant (known.c) */
  char *name;                     /* "x[2].3": bit 3 */
};

/* The effect of one step on a latch. */
struct change {
  uint32_t latch;
  lit to;
};

struct step {
  uint32_t slot, type, edge;      /* edge PG_ALL: a blocked d_step */
  uint32_t partner, partner_type, partner_edge;   /* PG_ALL: none; the slot is the sender */
  bool inside;                    /* part of a d_step whose executor transition is the step before */
  uint32_t *chain, nchain;        /* edges executed in the same step (atomic sequence, transaction): separate transitions of
                                   * the executor */
  uint32_t choice;                /* the number that chooses it among the steps of its location */
  lit possible;                   /* enabled in the current state for some values of free inputs */
  lit enabled;                    /* enabled in the current state with the chosen free inputs */
  lit allowed;                    /* enabled, and the reduction allows the slot to run */
  lit execute;                    /* allowed and chosen */
  lit fault, hard;                /* it fails if enabled; hard: the execution ends */
  lit resource;                   /* it needs a process that has no slot in the layout */
  lit beyond;                     /* it leaves what the model covers */
  struct change *changes; uint32_t nchanges;
};

struct refusal {
  struct pos pos;
  char what[160];                 /* empty: none */
  bool spent;                     /* the model is not at fault: the budget ran out before the circuit was complete */
};

struct budget;

/* A property of infinite runs: the automaton of the runs that violate it. Its atom i is atoms[i], or, with `label`, atom 0
 * is: some process is at such a label. */
struct automaton;
struct circuit_claim {
  const struct automaton *automaton;
  const struct pg_expr *const *atoms;
  uint32_t natoms, label;
  bool endless;                   /* ignore runs that end */
  int fairness;                   /* as --fair */
};

/* CIRCUIT_JOINED: steps are joined as with transactions, but any process may make the next one. */
enum circuit_por { CIRCUIT_FULL, CIRCUIT_JOINED, CIRCUIT_STATIC, CIRCUIT_TRANSACTIONS };

struct circuit_config {
  bool one_hot;                   /* else control nodes are binary numbers */
  int ends;                       /* as --ends */
  const struct pg_expr *invariant;
  const struct circuit_claim *claim;      /* NULL: safety */
  enum circuit_por por;
  bool single;                    /* for tests: do not join the steps of transactions */
  struct budget *budget;          /* budget of the construction; NULL: no limit */
};

/* A fairness constraint of a claim: `infinitely` holds infinitely often, provided that `when` does (LIT_TRUE:
 * unconditionally). */
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
  lit chosen;                     /* the same, but admitting steps that leave what is modelled */
  lit terminal;                   /* nothing is enabled */
  lit observable;                 /* no process keeps control */
  lit bad_step, bad_end, bad_invariant, resource;
  lit beyond;                     /* the chosen step leaves what is modelled; such a step is not valid */
  lit hold;                       /* an invariant of all reachable states: one node for each slot; constant latches */
  VEC (struct justice) justice;   /* with a claim: runs that satisfy all of these violate it */
  lit doomed;                     /* with a claim: every continuation violates it */
  bool reduced;                   /* the scheduler is restricted */
  uint32_t locks;                 /* number of locks found for lock patterns */
  struct parts *parts;            /* what the circuit was built from */
};

struct circuit *circuit_new (const struct pg *, const struct layout *, const struct circuit_config *, struct refusal *);
void circuit_free (struct circuit *);

/* The bad condition as one literal: a violation, or a limit of the layout. Nothing is known about executions beyond what is
 * modelled; whether one exists is a query of its own (circuit.beyond). */
lit circuit_bad (struct circuit *);

/* Latches that do not influence `bad` keep their values from now on (cone.c). For circuits without a claim. */
void circuit_freeze (struct circuit *);

/* Checks the invariants with assertions, returns true. */
bool circuit_check (const struct circuit *);

/* Sets the inputs (by node) so that they choose the step. */
void circuit_choose (const struct circuit *, uint32_t step, bool *value);

/* Free inputs: whether there are any, and the value of one, given the values of all inputs in order. */
bool circuit_has_free (const struct circuit *);
uint64_t circuit_free_value (const struct circuit *, uint32_t number, const bool *inputs);

/* By latch: it belongs to a group of latches of which exactly one is true in every reachable state. */
void circuit_one_hot (const struct circuit *, bool *);
/* For each latch the number of its word; UINT32_MAX: it belongs to none, or to one of a single bit. */
void circuit_words (const struct circuit *, uint32_t *);

/* Comparisons in the steps of a slot, as functions of the current state, and their preconditions over `rounds` steps;
 * process types that are copies of each other have the same comparisons, in the same order. */
struct predicate {
  lit holds;
  uint32_t slot;
};
struct predicates { VEC (struct predicate) list; };
void circuit_predicates (struct circuit *, unsigned rounds, struct predicates *);
bool circuit_predicates_check (const struct circuit *, const struct predicates *);      /* each predicate depends only on its declared owner */

/* For tests: time limit for the solver when it collects the input values that make one step possible. */
extern double circuit_input_seconds;

#endif
