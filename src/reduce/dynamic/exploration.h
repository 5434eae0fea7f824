/* An exploration of the executions of a struct exec, under a reduction: which steps need to be explored is decided during
 * execution.
 *
 * It holds the present execution, with a node for each of its states: the enabled threads, the sleepers, and what else is
 * to be run from there. The search drives it:
 *
 *     exploration_init (x, exec, reduction, sleep);
 *     do {
 *       while (exploration_choose (x))        some thread is to be run from the present state
 *         exploration_step (x, &step);
 *       exploration_plan (x);                 races of this execution add plans for others
 *     } while (exploration_back (x));         to the deepest state with something left to run
 *     exploration_release (x);
 *
 * A reduction answers two questions (reduction.h): which thread runs next from the last node, and what must be run because
 * of a race. */
#ifndef REDUCE_DYNAMIC_EXPLORATION_H
#define REDUCE_DYNAMIC_EXPLORATION_H

#include "base/bits.h"
#include "reduce/dynamic/history.h"
#include "reduce/dynamic/reduction.h"
#include "reduce/dynamic/wakeup.h"

/* A step that was fully explored from a state. It need not be executed again until an event that depends on it. */
struct sleeper {
  thread_id thread;
  uint32_t alternative, alternatives;
  op_id op;
};

struct node {
  uint32_t sleep, nsleep;         /* its slice of x->sleepers */
  thread_id thread;               /* the thread being run from here, or the last one that was */
  uint32_t alternative;           /* the alternative of its step; ANY until their number is known */
  uint32_t alternatives;
  bool any;                       /* all alternatives are to be run, not only this one */
  bool started, chosen;
  uint32_t tree;                  /* the wakeup tree: first branch, or 0 */
  uint32_t rest;                  /* what follows the running thread in its wakeup sequence */
  uint32_t preemptions;           /* number of preemptions on the path to here */
  uint32_t stopped;               /* number of threads that the bound on events has stopped */
  uint32_t tried, left;           /* branches finished, and branches still to be run: for the estimate */
};

/* Sets of threads, per node. Allowed: those from which the next thread is chosen, all enabled ones or a persistent set. */
enum { SET_ENABLED, SET_ALLOWED, SET_BACKTRACK, SET_DONE, SETS };

struct exploration {
  struct exec *exec;
  const struct selection *selection;
  bool sleep;
  uint64_t max_preemptions;       /* UINT64_MAX: no bound */
  bool bounded;                   /* a step was not executed because of this bound */
  uint64_t max_past;              /* a thread stops after an event with a larger history_past; UINT64_MAX: no bound */
  bool broken;                    /* a replayed execution differed */
  struct history history;             /* event i leads from node i to node i + 1 */
  VEC (struct node) nodes;        /* one more than events */
  VEC (struct sleeper) sleepers;
  uint64_t *sets; size_t words, set_room;   /* SETS sets of `words` words per node */
  VEC (struct exec_withdrawn) withdrawn;    /* scratch */
  struct wakeup wakeup;
  bool away;                      /* the exec is not in the state of the history */
  uint32_t synced;                /* number of its steps that equal those of the history; NONE: all */
  uint32_t branch;                /* number of events kept from the previous execution */
  uint32_t fresh;                 /* number of races kept */
  struct reversal *reversal;
  uint32_t checks;                /* number of checks made so far by debug builds (check.h) */
};

void exploration_init (struct exploration *, struct exec *, const struct reduction *, bool sleep);
void exploration_release (struct exploration *);
bool exploration_choose (struct exploration *);
enum exec_outcome exploration_step (struct exploration *);
void exploration_plan (struct exploration *);
bool exploration_back (struct exploration *);
bool exploration_enabled (const struct exploration *);       /* whether a thread that is not stopped is enabled in the present state */
bool stopped_by_past (const struct exploration *, thread_id);
double exploration_share (const struct exploration *);       /* estimated fraction that is explored, 0 .. 1 */

/* Sleep sets: sleep.c. */
void sleep_inherit (struct exploration *, const struct node *from, struct node *to);      /* updates the sleep set over the last event */
void sleep_add (struct exploration *, struct node *, const struct event *);              /* the event is fully explored from the last node */
uint32_t sleep_count (const struct exploration *, thread_id, uint32_t alternative);       /* number of sleepers in the last node; ANY: of all alternatives of the thread */

/* For reductions. */
op_id executed_op (struct exploration *, op_id announced, const struct exec_step *);
bool exploration_replay (struct exploration *, size_t depth);   /* moves the exec to the state after the first `depth` events */
bool exploration_awake (const struct exploration *, thread_id);            /* some alternative of the thread is awake in the last node */
bool exploration_sleeps (const struct exploration *, size_t node, thread_id);   /* some alternative of the thread sleeps in the node */
thread_id exploration_any (const struct exploration *);         /* an enabled and awake thread, or NONE */
bool allowed_next (struct exploration *);                /* all allowed threads, one after the other */
bool backtrack_next (struct exploration *);              /* the next thread of the backtrack set that is not done */
bool persistent_next (struct exploration *);             /* as backtrack_next, beginning with any allowed thread */
bool dpor_reverse (struct exploration *, struct race *);
bool source_reverse (struct exploration *, struct race *);

/* The thread was stopped by the bound on events (docs/bounds.md). */
static inline bool
exploration_stopped (const struct exploration *x, thread_id t)
{
  return x->history.events.count > x->max_past && stopped_by_past (x, t);
}

static inline struct node *
exploration_top (const struct exploration *x)
{
  return &x->nodes.data[x->history.events.count];
}

static inline uint64_t *
exploration_set (const struct exploration *x, size_t node, int set)
{
  return x->sets + (node * SETS + (size_t) set) * x->words;
}

#endif
