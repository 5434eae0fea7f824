/* An exploration of the executions of a struct exec, under a reduction: which
 * steps need exploring is decided while executing.
 *
 * It holds the present execution with a node for each state on its way: what
 * was enabled there, who sleeps there, what else is to be run from there. The
 * search drives it:
 *
 *     exploration_init (x, exec, reduction, sleep);
 *     do {
 *       while (exploration_choose (x))        somebody is to run from the present state
 *         exploration_step (x, &step);
 *       exploration_plan (x);                 races of this execution make plans for others
 *     } while (exploration_back (x));         to the deepest state with something left to run
 *     exploration_release (x);
 *
 * A reduction answers two questions (reduction.h): who runs next from the last
 * node, and what must be run because of a race. */
#ifndef REDUCE_DYNAMIC_EXPLORATION_H
#define REDUCE_DYNAMIC_EXPLORATION_H

#include "base/bits.h"
#include "reduce/dynamic/history.h"
#include "reduce/dynamic/reduction.h"
#include "reduce/dynamic/wakeup.h"

/* A step that was fully explored from a state need not be taken until
 * something that depends on it has happened. */
struct sleeper {
  thread_id thread;
  uint32_t alternative, alternatives;
  op_id op;
};

struct node {
  uint32_t sleep, nsleep;         /* its part of x->sleepers */
  thread_id thread;               /* running from here, or last to do so */
  uint32_t alternative;           /* of it; ANY before it is known how many there are */
  uint32_t alternatives;
  bool any;                       /* all alternatives are to be run, not just this one */
  bool started, chosen;
  uint32_t tree;                  /* the wakeup tree: first branch, or 0 */
  uint32_t rest;                  /* what follows the running thread in its wakeup sequence */
  uint32_t preemptions;           /* on the way here */
  uint32_t stopped;               /* threads that the bound on events has stopped by now */
  uint32_t tried, left;           /* branches finished, and still to be run: for the estimate */
};

/* Of threads, per node. Allowed: who is chosen from, all that are enabled or a persistent set of them. */
enum { SET_ENABLED, SET_ALLOWED, SET_BACKTRACK, SET_DONE, SETS };

struct exploration {
  struct exec *exec;
  const struct selection *selection;
  bool sleep;
  uint64_t max_preemptions;       /* UINT64_MAX: no bound */
  bool bounded;                   /* something was not run because of it */
  uint64_t max_past;              /* a thread is stopped by an event that more happen before, itself among them; UINT64_MAX: none is */
  bool broken;                    /* the execution did not repeat itself */
  struct history history;             /* event i leads from node i to node i + 1 */
  VEC (struct node) nodes;        /* one more than events */
  VEC (struct sleeper) sleepers;
  uint64_t *sets; size_t words, set_room;   /* SETS sets of `words` words per node */
  VEC (struct exec_withdrawn) withdrawn;    /* scratch */
  struct wakeup wakeup;
  bool away;                      /* the exec is not where the history is */
  uint32_t synced;                /* so many of its steps are those of the history; NONE: all */
  uint32_t branch;                /* events kept from the execution before */
  uint32_t fresh;                 /* races kept */
  struct reversal *reversal;
  uint32_t checks;                /* made so far by debug builds (check.h) */
};

void exploration_init (struct exploration *, struct exec *, const struct reduction *, bool sleep);
void exploration_release (struct exploration *);
bool exploration_choose (struct exploration *);
enum exec_outcome exploration_step (struct exploration *);
void exploration_plan (struct exploration *);
bool exploration_back (struct exploration *);
bool exploration_enabled (const struct exploration *);       /* somebody is, in the present state, and is not stopped */
bool stopped_by_past (const struct exploration *, thread_id);
double exploration_share (const struct exploration *);       /* estimate of the explored part, 0 .. 1 */

/* Sleep sets: sleep.c. */
void sleep_inherit (struct exploration *, const struct node *from, struct node *to);      /* over the last event */
void sleep_add (struct exploration *, struct node *, const struct event *);              /* the event is fully explored from the last node */
uint32_t sleep_count (const struct exploration *, thread_id, uint32_t alternative);       /* in the last node; ANY: all that sleep */

/* For reductions. */
op_id executed_op (struct exploration *, op_id announced, const struct exec_step *);
bool exploration_replay (struct exploration *, size_t depth);   /* the exec as after the first `depth` events */
bool exploration_awake (const struct exploration *, thread_id);            /* some alternative is, in the last node */
bool exploration_sleeps (const struct exploration *, size_t node, thread_id);   /* some alternative does */
thread_id exploration_any (const struct exploration *);         /* somebody enabled and awake, or NONE */
bool allowed_next (struct exploration *);                /* everybody who is allowed, one after the other */
bool backtrack_next (struct exploration *);              /* next of the backtrack set that is not done */
bool persistent_next (struct exploration *);             /* backtrack_next, beginning with anybody who is allowed */
bool dpor_reverse (struct exploration *, struct race *);
bool source_reverse (struct exploration *, struct race *);

/* By the bound on events (docs/bounds.md). */
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
