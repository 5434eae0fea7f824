/* Reductions: their descriptions, and their interface to explorations of executions.
 *
 * A new reduction is a file that defines `const struct reduction reduction_NAME`, and a line in the table of reductions.c:
 * the command's --por, its help and its messages use this table, for models and for C programs.
 *
 * Three small interfaces:
 *
 *   struct reduction   every reduction: its name, and what it supports
 *   struct selection   reductions that explore executions (struct exec): which thread runs next
 *   struct race_rules  those of them that use races: what a race requires */
#ifndef REDUCE_DYNAMIC_REDUCTION_H
#define REDUCE_DYNAMIC_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>

struct exploration;
struct race;

struct race_rules {
  /* Ensures that something is run from the state before r->first that covers the executions with the race reversed. Called
   * at the end of an execution, for every race of it whose answer is not known from before; the exec may be in any state.
   * False: this race cannot be reversed, and a less demanding one is tried (history_earlier). Must not change events or
   * nodes; may add to the backtrack set or the wakeup tree of the state before r->first. */
  bool (*reverse) (struct exploration *, struct race *);
  void (*plan) (struct exploration *);   /* instead of reverse: considers the execution as a whole */
  bool probes_sleepers;           /* steps that sleep at the end have races, like blocked ones */
  bool again;                     /* races of earlier executions are considered again while they exist */
  bool stateful;                  /* states can be stored; the backtrack sets are then those of summary.c */
  bool polls;                     /* an operation that waits for several objects polls them (exec_ts.h) */
};

struct selection {
  /* Sets thread and alternative (ANY: all) of the last node to what is to be run from the present state, which must be
   * enabled there; false: nothing is left. Called until it returns false. */
  bool (*next) (struct exploration *);
  bool needs_sleep, never_sleeps; /* requires sleep sets; excludes them */
  bool keeps_preemptions;         /* executions with few preemptions are not represented by others with more */
  bool everything;                /* explores every interleaving: a bound on events is then a bound on the length of executions */
  bool persistent;                /* uses the persistent sets of the exec (exec_persistent) */
  const struct race_rules *races; /* NULL: does not use races */
};

enum reduction_protocols {
  PROTOCOLS_APART,                /* not available for protocols */
  PROTOCOLS_FULL,                 /* every enabled transition is explored */
  PROTOCOLS_PLAIN,                /* the relations of the paper; only for protocols */
  PROTOCOLS_REFINED,              /* finer relations; also for models */
  PROTOCOLS_REFINED_ONLY          /* finer relations; only for protocols */
};

enum reduction_circuits { CIRCUITS_APART, CIRCUITS_FULL, CIRCUITS_REDUCED };

struct reduction {
  const char *name, *help;        /* help: a phrase for --help */
  bool models, programs;          /* whether it supports models, and programs */
  enum reduction_protocols protocols;   /* its relations for protocols, if any */
  enum reduction_circuits circuits;     /* what the symbolic engines use for it */
  bool guards;                    /* static: of a blocked step one false condition counts */
  bool ends;                      /* every terminal state is reached, not only whether there is a bad one */
  const struct selection *selection;   /* NULL: a static reduction of a struct ts (reduce.h) */
};

extern const struct reduction *const reductions[];    /* ends with NULL */
const struct reduction *reduction_find (const char *name);    /* NULL: not found */

/* Whether the reduction uses the races of executions. */
static inline bool
reduction_is_dynamic (const struct reduction *r)
{
  return r->selection && r->selection->races;
}

#endif
