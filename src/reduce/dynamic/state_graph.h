/* The states that an exploration has visited, the steps between them, and what is known to happen after each.
 *
 *     graph_init (&g);
 *     id = graph_arrive (&g, exec, &fresh);      the present state of the exec, described if it is new
 *     graph_step (&g, &edge);                    adds a step that was executed, or is known to lead there
 *     graph_settle (&g);                         updates summaries and plans with the new steps
 *     id = graph_open (&g);                      a state with a plan, the nearest to the start; NONE: there is none
 *     graph_serve (&g);                          plans threads that would be postponed for ever; false: there are none
 *     id = graph_forget (&g, id, bytes);         drops states from which nothing is left to do; the others get new numbers
 *     graph_release (&g);
 *
 * What happens after a state is its summary: a set of entries, each an operation that is the next one of some thread in a
 * state reachable from here by known steps, with the threads after whose earlier steps it always comes. state_graph.c keeps
 * states and steps, summary.c the summaries and the plans. */
#ifndef REDUCE_DYNAMIC_STATE_GRAPH_H
#define REDUCE_DYNAMIC_STATE_GRAPH_H

#include "base/table.h"
#include "reduce/dynamic/history.h"

typedef uint32_t graph_id;        /* the number of a state, or NONE */

/* A thread in a state, and its next operation. */
struct graph_next {
  thread_id thread;
  op_id op;
  uint32_t alternatives, taken;   /* if enabled; the first `taken` alternatives have been explored */
  thread_id blocker;              /* the thread that holds what it waits for; NONE: unknown */
  bool enabled, planned;
  bool wanted;                    /* blocked: threads that can enable it are planned */
  struct exec_wait wait;
};

struct graph_step {
  graph_id from, to;              /* to: NONE if that state was dropped */
  thread_id thread;
  uint32_t alternative;
  op_id op;                       /* as executed */
  op_id plain;                    /* what the step accessed besides, without a step of its own; 0: nothing */
  thread_id joined;               /* the thread that it joined, or NONE */
  uint32_t released, nreleased;   /* into g->released */
  uint32_t order;                 /* index into g->orders; NONE: it orders nothing. Set by graph_step */
  bool ran;                       /* it did not fail */
  bool silent, plain_changes, own_changes;   /* as in struct exec_step */
  bool judged;                    /* by graph_settle */
  uint32_t next_out, next_in;     /* next in the lists of the two states, or NONE */
};

struct graph_state {
  size_t words; uint32_t nwords;  /* its contents, in g->words */
  uint64_t hash;
  uint64_t shared;                /* hash of what threads share; 0: unknown */
  uint32_t next, nnext;           /* into g->nexts */
  uint32_t out, in;               /* steps, latest first */
  uint32_t came;                  /* the last step of a path from the start, or NONE */
  uint32_t depth;
  uint64_t *summary; uint32_t nsummary;   /* a set of entries */
  bool dirty, waiting;            /* to be handled by graph_settle; in the heap of open states */
  bool is_excused;                /* its waiting threads are not reported */
};

struct graph_entry {
  thread_id thread;
  op_id op;                       /* 0: the thread makes some step */
  uint64_t after;                 /* set of threads (of the first 64) all of whose earlier steps come before it */
};

/* Two steps of a state that access the same memory by plain accesses: a data race if nothing orders them. */
struct graph_pair { uint32_t first, second; };

struct graph_order;               /* what a step orders (entry.c) */

struct graph {
  struct ops ops;
  VEC (uint32_t) words;
  VEC (struct graph_state) states;
  VEC (struct graph_next) nexts;
  VEC (struct graph_step) steps;
  VEC (thread_id) released;
  VEC (thread_id) creators;       /* by thread; NONE: unknown */
  VEC (struct graph_entry) entries;
  VEC (struct graph_order) orders;
  VEC (graph_id) dirty, heap;
  VEC (struct graph_pair) pairs;
  struct table by_words, by_entry;   /* indices of states and of entries */
  uint64_t *scratch; size_t nscratch;
  uint64_t summary_words;         /* total over all states */
  uint64_t forgotten;             /* number of states that were dropped */
  bool stacks_are_shared;         /* in some state `shared` was unknown; `shared` does not include stacks */
  bool is_deepest_first;          /* graph_open returns the deepest state, not the nearest */
};

void graph_init (struct graph *);
void graph_release (struct graph *);
graph_id graph_arrive (struct graph *, struct exec *, bool *fresh);
uint32_t graph_step (struct graph *, struct graph_step);     /* returns its number; the released threads must be in g->released already */
void graph_shorten (struct graph *, uint32_t step);          /* this step becomes the path to step->to, if that is shorter */
uint32_t graph_find_step (const struct graph *, graph_id, thread_id, uint32_t alternative);   /* or NONE */
bool graph_known_step (struct graph *, graph_id, thread_id, uint32_t alternative);   /* true: the step is known without execution, and was added */
struct graph_next *graph_next_of (const struct graph *, graph_id, thread_id);        /* or NULL */
struct graph_next *graph_choice (const struct graph *, graph_id, thread_id last);    /* a planned step that is not explored, or NULL */
uint64_t graph_bytes (const struct graph *);
void graph_tables (struct graph *);        /* rebuilds the tables of states and of open states */

/* livelock.c: a closed component in which threads continue for ever although nothing changes, or in which some thread can
 * never continue. A state of it, or NONE. `unfinished`: states that may get more steps (NULL: none). */
struct graph_trap {
  graph_id state;
  bool changes;                   /* what threads share changes: it is not a livelock */
  VEC (struct exec_waiter) threads;   /* all threads of the component */
  VEC (thread_id) stuck;          /* the threads that can never continue */
};
struct graph_trap graph_trap (const struct graph *, const bool *unfinished, bool livelocks);   /* livelocks: false: only stuck threads are searched for */
void graph_trap_release (struct graph_trap *);

/* forget.c: drops finished states, except the given one, whose new number is returned. Requires that everything is settled.
 * Keeps some of them if the graph then has fewer than `most` bytes, by estimate. */
graph_id graph_forget (struct graph *, graph_id, uint64_t most);

/* entry.c */
uint32_t graph_entry (struct graph *, struct graph_entry);
void graph_add_entry (struct graph *, graph_id, uint32_t entry);
bool graph_has_entry (const struct graph_state *, uint32_t entry);
bool graph_entry_after (const struct graph_entry *, thread_id);   /* whether all of the thread's earlier steps come before it */
uint32_t graph_order (struct graph *, const struct graph_step *);
uint32_t graph_entry_before (struct graph *, uint32_t entry, uint32_t order);   /* the entry before a step with this order */
void graph_orders_release (struct graph *);

/* summary.c */
void graph_touch (struct graph *, graph_id);                 /* graph_settle will handle it */
void graph_plan (struct graph *, graph_id, struct graph_next *);
void graph_plan_all (struct graph *, graph_id);              /* plans all enabled threads */
bool graph_puts_off (struct graph *, graph_id);              /* whether some thread that is enabled there makes no step after it */
void graph_mark_before (const struct graph *, graph_id, bool *marked);   /* marks it and all states from which it is reachable */
void graph_reopen (struct graph *);                          /* rebuilds the heap of open states */
void graph_go_deep (struct graph *);                         /* from now on graph_open returns the deepest state */
void graph_settle (struct graph *);
void graph_settle_pairs (struct graph *);                    /* where all threads are planned: only data races of steps */
graph_id graph_open (struct graph *);
bool graph_serve (struct graph *);

#endif
