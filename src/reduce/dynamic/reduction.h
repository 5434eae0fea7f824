/* Reductions: what each says of itself, and what the explorations of executions
 * ask it.
 *
 * A new one is a file that defines `const struct reduction reduction_NAME`, and
 * a line in the table of reductions.c: the command's --por, its help and its
 * messages, models and C programs, all go by the table.
 *
 * Three small interfaces, each used as a whole by whoever implements it:
 *
 *   struct reduction   every reduction: what it is called, what it is for
 *   struct selection   those that explore executions (struct exec): who runs next
 *   struct race_rules  those of them that decide by races: what a race asks for
 */
#ifndef REDUCE_DYNAMIC_REDUCTION_H
#define REDUCE_DYNAMIC_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>

struct exploration;
struct race;

struct race_rules {
  /* Sees to it that from the state before r->first something is run by which
   * executions with the race reversed are covered. Called once an execution is
   * over, for every race of it whose answer is not known from before; the exec
   * may be anywhere. False: this race cannot be reversed, a less demanding one
   * is asked about (history_earlier). Must not touch events or nodes; may add to
   * the backtrack set or the wakeup tree of the state before r->first. */
  bool (*reverse) (struct exploration *, struct race *);
  void (*plan) (struct exploration *);   /* instead of reverse: looks at the execution as a whole */
  bool probes_sleepers;           /* steps that sleep at the end have races like those that are blocked */
  bool again;                     /* races of earlier executions are looked at again where they are still there */
  bool stateful;                  /* states can be stored: the backtrack sets are then those of summary.c */
  bool polls;                     /* an operation that waits for several objects is to poll them (exec_ts.h) */
};

struct selection {
  /* Sets thread and alternative (ANY: all) of the last node to what is to be
   * run from the present state; false: nothing is left. Asked until it says
   * so; what it names must be enabled there. */
  bool (*next) (struct exploration *);
  bool needs_sleep, never_sleeps; /* not without sleep sets; not with them */
  bool keeps_preemptions;         /* executions with few preemptions are not represented by others with more */
  bool everything;                /* runs every interleaving: a bound on events is one on the length of executions */
  bool persistent;                /* asks the exec for persistent sets (exec_persistent) */
  const struct race_rules *races; /* NULL: decides without looking at races */
};

enum reduction_protocols {
  PROTOCOLS_APART,                /* not for protocols */
  PROTOCOLS_FULL,                 /* every transition is taken */
  PROTOCOLS_PLAIN,                /* the relations of the paper; for nothing else than protocols */
  PROTOCOLS_REFINED,              /* finer ones; for models too */
  PROTOCOLS_REFINED_ONLY          /* finer ones; for nothing else */
};

enum reduction_circuits { CIRCUITS_APART, CIRCUITS_FULL, CIRCUITS_REDUCED };

struct reduction {
  const char *name, *help;        /* help: half a line, for --help */
  bool models, programs;          /* what it is for */
  enum reduction_protocols protocols;   /* which relations it has for protocols, if any */
  enum reduction_circuits circuits;     /* what the symbolic engines make of it */
  bool guards;                    /* static: of a blocked step, one false condition counts */
  bool ends;                      /* every terminal state is reached, not just whether there are bad ones */
  const struct selection *selection;   /* NULL: a static reduction of a struct ts (reduce.h) */
};

extern const struct reduction *const reductions[];    /* ends with NULL */
const struct reduction *reduction_find (const char *name);    /* NULL: there is none */

/* It decides by the races of executions. */
static inline bool
reduction_is_dynamic (const struct reduction *r)
{
  return r->selection && r->selection->races;
}

#endif
