/* Dynamic reductions: which steps of a controlled execution need exploring,
 * decided while executing.
 *
 * A walk is the present execution with a node for each state on its way: what
 * was enabled there, who sleeps there, what else is to be run from there. The
 * search drives it:
 *
 *     walk_init (w, exec, reduction, sleep);
 *     do {
 *       while (walk_choose (w))        somebody is to run from the present state
 *         walk_step (w, &step);
 *       walk_plan (w);                 races of this execution make plans for others
 *     } while (walk_back (w));         to the deepest state with something left to run
 *     walk_release (w);
 *
 * A reduction answers two questions: who runs next from the last node, and what
 * must be run because of a race. One file each; the table is in walk.c. */
#ifndef REDUCE_DYNAMIC_H
#define REDUCE_DYNAMIC_H

#include "reduce/history.h"
#include "reduce/wakeup.h"

/* A step that was fully explored from a state need not be taken until
 * something that depends on it has happened. */
struct sleeper {
  thread_id thread;
  uint32_t alternative, alternatives;
  op_id op;
};

struct node {
  uint32_t sleep, nsleep;         /* its part of w->sleepers */
  thread_id thread;               /* running from here, or last to do so */
  uint32_t alternative;           /* of it; ANY before it is known how many there are */
  uint32_t alternatives;
  bool any;                       /* all alternatives are to be run, not just this one */
  bool started, chosen;
  uint32_t tree;                  /* plans of the optimal reduction from here: first branch, or 0 */
  uint32_t rest;                  /* what follows the running thread in its plan */
  uint32_t preemptions;           /* on the way here */
  uint32_t tried, left;           /* branches finished, and planned: for the estimate */
};

enum { SET_ENABLED, SET_PLANNED, SET_DONE, SETS };   /* of threads, per node */

struct walk;
struct reduction {
  const char *name;
  bool sleeps;                    /* not without sleep sets */
  bool persistent;                /* steps that sleep at the end have races like those that are blocked */
  bool again;                     /* races of earlier executions must be looked at again where they are still there */
  bool (*next) (struct walk *);   /* sets thread and alternative of the last node; false: nothing is left to run */
  bool (*reverse) (struct walk *, struct race *);     /* false: cannot be reversed; NULL: not interested in races */
};

extern const struct reduction *const reductions[];    /* ends with NULL */
const struct reduction *reduction_find (const char *name);

/* Known mistakes, for tests that show they are noticed; never set elsewhere. */
enum walk_mutant {
  WALK_SOUND,
  WALK_NEVER_WAKES,               /* sleepers sleep on whatever happens */
  WALK_FIRST_RACE_ONLY,           /* one race per execution is reversed */
  WALK_ONE_ALTERNATIVE,           /* the first alternative stands for all */
  WALK_NEW_RACES_ONLY,            /* no race is looked at again */
  WALK_MUTANTS
};

struct walk {
  struct exec *exec;
  const struct reduction *reduction;
  bool sleep;
  uint32_t max_preemptions;       /* NONE: no bound */
  bool bounded;                   /* something was not run because of it */
  bool broken;                    /* the execution did not repeat itself */
  struct history history;             /* event i leads from node i to node i + 1 */
  VEC (struct node) nodes;        /* one more than events */
  VEC (struct sleeper) sleepers;
  uint64_t *sets; size_t words, set_room;   /* SETS sets of `words` words per node */
  struct wakeup wakeup;
  bool away;                      /* the exec is not where the history is */
  uint32_t known;                 /* so many of its steps are those of the history; NONE: all */
  uint32_t branch;                /* events kept from the execution before */
  uint32_t fresh;                 /* races kept */
  struct reversal *reversal;
  enum walk_mutant mutant;
};

void walk_init (struct walk *, struct exec *, const struct reduction *, bool sleep);
void walk_release (struct walk *);
bool walk_choose (struct walk *);
enum exec_outcome walk_step (struct walk *);
void walk_plan (struct walk *);
bool walk_back (struct walk *);
bool walk_enabled (const struct walk *);       /* somebody is, in the present state */
double walk_share (const struct walk *);       /* estimate of the explored part, 0 .. 1 */

/* Sleep sets: sleep.c. */
void sleep_inherit (struct walk *, const struct node *from, struct node *to);      /* over the last event */
void sleep_fall (struct walk *, struct node *, const struct event *);              /* the event is fully explored from the last node */
uint32_t sleep_count (const struct walk *, thread_id, uint32_t alternative);       /* in the last node; ANY: all that sleep */

/* For reductions. */
op_id executed_op (struct walk *, op_id announced, const struct exec_step *);
bool walk_replay (struct walk *, size_t depth);   /* the exec as after the first `depth` events */
bool walk_awake (const struct walk *, thread_id);            /* some alternative is, in the last node */
bool walk_sleeps (const struct walk *, size_t node, thread_id);   /* some alternative does */
thread_id walk_any (const struct walk *);         /* somebody enabled and awake, or NONE */
bool planned_next (struct walk *);                /* next of those in SET_PLANNED that are not in SET_DONE */
bool persistent_next (struct walk *);             /* planned_next, beginning with anybody */

static inline struct node *
walk_top (const struct walk *w)
{
  return &w->nodes.data[w->history.events.count];
}

static inline uint64_t *
walk_set (const struct walk *w, size_t node, int set)
{
  return w->sets + (node * SETS + (size_t) set) * w->words;
}

static inline bool
set_has (const uint64_t *set, thread_id t)
{
  return set[t / 64] >> t % 64 & 1;
}

static inline void
set_add (uint64_t *set, thread_id t)
{
  set[t / 64] |= (uint64_t) 1 << t % 64;
}

#endif
