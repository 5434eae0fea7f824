/* The parts of a program graph that only Promela has.
 *
 * The Promela front-end gives its graph a struct pg_promela and each of its process types a struct pg_promela_proc, both in
 * the graph's arena. Other graphs have neither; for them the functions below answer as for a model that uses none of it.
 *
 * Expressions and actions that only Promela has are declared with the others in graph.h (E_LAST, E_TIMEOUT, E_NP,
 * E_ENABLED, E_PC_VALUE, E_GET_PRIORITY, ACT_PRINTM, ACT_SET_PRIORITY). `uses` records which of them occur in a model, so
 * that the graph need not be searched. */
#ifndef MODEL_GRAPH_PROMELA_H
#define MODEL_GRAPH_PROMELA_H

#include <assert.h>

#include "model/graph.h"

/* The names of a set of symbolic constants; pg_type.mtype_set is an index into the sets. */
struct pg_mtype_set {
  const char *name;                            /* "_unnamed_" as in SPIN */
  const char **names; uint32_t nnames;         /* names[v] is the constant of value v, NULL if unused */
};

/* xr/xs: process type claims to be the only receiver/sender on the channel
 * held by this variable. Checked at run time by the vm. */
struct pg_exclusive {
  uint32_t proc;
  struct pg_place *place;
  bool receive;                                /* xr; else xs */
  struct pos pos;
};

enum pg_uses {
  USES_PRIORITY = 1, USES_LAST = 2, USES_TIMEOUT = 4, USES_ENABLED = 8, USES_NP = 16, USES_PROVIDED = 32
};

struct pg_promela {
  unsigned uses;                               /* enum pg_uses */
  uint32_t trace_proc;                         /* index of the trace/notrace automaton, PG_ALL: none */
  struct pg_exclusive *exclusives; uint32_t nexclusives;
  struct pg_mtype_set *mtype_sets; uint32_t nmtype_sets;
  bool *hidden;                                /* per global variable: declared hidden, not part of the state */
};

enum pg_proc_kind { PG_PROCTYPE, PG_INIT, PG_NEVER, PG_TRACE, PG_NOTRACE };

struct pg_promela_proc {
  enum pg_proc_kind kind;
  int32_t priority;                            /* of the instances in the initial state; default 1 */
  struct pg_expr *provided;                    /* NULL: always */
  uint32_t *spin_state;                        /* SPIN's number of each location, shown in traces */
};

/* Never NULL. */
static inline const struct pg_promela *
pg_promela (const struct pg *pg)
{
  static const struct pg_promela none = {.trace_proc = PG_ALL};
  return pg->promela ? pg->promela : &none;
}

/* Whether one of these features, a set of enum pg_uses, occurs in the model. */
static inline bool
pg_uses (const struct pg *pg, unsigned what)
{
  return pg_promela (pg)->uses & what;
}

/* The trace or notrace automaton, or NULL. */
static inline const struct pg_proc *
pg_trace (const struct pg *pg)
{
  uint32_t trace = pg_promela (pg)->trace_proc;
  assert (trace == PG_ALL || trace < pg->nprocs);
  return trace == PG_ALL ? NULL : &pg->procs[trace];
}

static inline enum pg_proc_kind
pg_kind (const struct pg_proc *p)
{
  return p->promela ? p->promela->kind : PG_PROCTYPE;
}

/* Whether its instances are processes, not an automaton that observes them. */
static inline bool
pg_runs (const struct pg_proc *p)
{
  return pg_kind (p) == PG_PROCTYPE || pg_kind (p) == PG_INIT;
}

/* The condition for every step of the process; NULL: none. */
static inline struct pg_expr *
pg_provided (const struct pg_proc *p)
{
  return p->promela ? p->promela->provided : NULL;
}

/* SPIN's number of a location; 0 where the program is not SPIN's. */
static inline uint32_t
pg_spin_state (const struct pg_proc *p, uint32_t loc)
{
  assert (loc < p->nlocs);
  return p->promela ? p->promela->spin_state[loc] : 0;
}

/* The names of the values of an mtype. */
static inline const struct pg_mtype_set *
pg_mtype_set (const struct pg *pg, const struct pg_type *t)
{
  assert (t->kind == PG_MTYPE && pg->promela && t->mtype_set < pg->promela->nmtype_sets);
  return &pg->promela->mtype_sets[t->mtype_set];
}

#endif
