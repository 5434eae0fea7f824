/* The states that an exploration has been to, the steps between them, and what
 * is known to happen after each.
 *
 *     graph_init (&g);
 *     id = graph_arrive (&g, exec, &fresh);      the state the exec is in; described when it is new
 *     graph_step (&g, &edge);                    a step that was executed, or is known to lead there
 *     graph_settle (&g);                         summaries and plans follow from the new steps
 *     id = graph_open (&g);                      a state with a plan, the nearest to the start; NONE: there is none
 *     graph_serve (&g);                          plans for who would be put off for ever; false: nobody would
 *     id = graph_forget (&g, id, bytes);              drops states that nothing is left to do for; the others get new numbers
 *     graph_release (&g);
 *
 * What happens after a state is its summary: a set of entries, each an operation
 * that some thread has as its next one in a state that can be reached from here
 * by known steps, with the threads that it comes after in any case. state_graph.c
 * keeps states and steps, summary.c the summaries and the plans. */
#ifndef REDUCE_DYNAMIC_STATE_GRAPH_H
#define REDUCE_DYNAMIC_STATE_GRAPH_H

#include "base/table.h"
#include "reduce/dynamic/history.h"

typedef uint32_t graph_id;        /* of a state; NONE: none */

/* A thread in a state. */
struct graph_next {
  thread_id thread;
  op_id op;
  uint32_t alternatives, taken;   /* of an enabled one; the first `taken` have been explored */
  thread_id blocker;              /* who holds what it waits for, or NONE: not known */
  bool enabled, planned;
  bool wanted;                    /* blocked: who lets it go on is planned */
  struct exec_wait wait;
};

struct graph_step {
  graph_id from, to;              /* to: NONE if that was forgotten */
  thread_id thread;
  uint32_t alternative;
  op_id op;                       /* as executed */
  op_id plain;                    /* what the step touched beyond that, no step of its own; 0: nothing */
  thread_id joined;               /* whose end it waited for, or NONE */
  uint32_t released, nreleased;   /* into g->released */
  uint32_t order;                 /* into g->orders, or NONE: it orders nothing. Set by graph_step */
  bool ran;                       /* nothing went wrong in it */
  bool silent, plain_changes, own_changes;   /* as in struct exec_step */
  bool judged;                    /* by graph_settle */
  uint32_t next_out, next_in;     /* lists of the two states; NONE ends them */
};

struct graph_state {
  size_t words; uint32_t nwords;  /* what it is: into g->words */
  uint64_t hash;
  uint64_t shared;                /* of what threads share; 0: not known */
  uint32_t next, nnext;           /* into g->nexts */
  uint32_t out, in;               /* steps, latest first */
  uint32_t came;                  /* the step by which it is reached from the start, or NONE */
  uint32_t depth;
  uint64_t *summary; uint32_t nsummary;   /* bits: entries */
  bool dirty, waiting;            /* to be looked at by graph_settle; in the heap of open ones */
  bool is_excused;                /* nobody is to blame for waiting */
};

struct graph_entry {
  thread_id thread;
  op_id op;                       /* 0: the thread makes a step */
  uint64_t after;                 /* threads (the first 64) all of whose earlier steps come before it */
};

/* Two steps of a state that touch the same memory, and are no steps for that: a data race if nothing orders them. */
struct graph_pair { uint32_t first, second; };

struct graph_order;               /* what steps order, of those that do */

struct graph {
  struct ops ops;
  VEC (uint32_t) words;
  VEC (struct graph_state) states;
  VEC (struct graph_next) nexts;
  VEC (struct graph_step) steps;
  VEC (thread_id) released;
  VEC (thread_id) creators;       /* by thread; NONE: not known */
  VEC (struct graph_entry) entries;
  VEC (struct graph_order) orders;
  VEC (graph_id) dirty, heap;
  VEC (struct graph_pair) pairs;
  struct table by_words, by_entry;   /* of states; of entries */
  uint64_t *scratch; size_t nscratch;
  uint64_t summary_words;         /* of all states */
  uint64_t forgotten;             /* states that were dropped */
  bool stacks_are_shared;         /* in some state `shared` was not known: it leaves stacks out */
  bool is_deepest_first;          /* graph_open gives the deepest state, not the nearest */
};

void graph_init (struct graph *);
void graph_release (struct graph *);
graph_id graph_arrive (struct graph *, struct exec *, bool *fresh);
uint32_t graph_step (struct graph *, struct graph_step);     /* its number; released is in g->released by then */
void graph_shorten (struct graph *, uint32_t step);          /* the start leads to step->to this way, if that is nearer */
uint32_t graph_find_step (const struct graph *, graph_id, thread_id, uint32_t alternative);   /* or NONE */
bool graph_known_step (struct graph *, graph_id, thread_id, uint32_t alternative);   /* it need not be executed: it is added */
struct graph_next *graph_next_of (const struct graph *, graph_id, thread_id);        /* or NULL */
struct graph_next *graph_choice (const struct graph *, graph_id, thread_id last);    /* what is planned and not explored, or NULL */
uint64_t graph_bytes (const struct graph *);
void graph_tables (struct graph *);        /* made again: of states, and of open ones */

/* livelock.c: states that no step leaves, in which threads go round for ever, but nothing will ever change, or somebody can
 * never continue. One of them, or NONE: there are none. More may be to come from states that are unfinished (NULL: from none). */
struct graph_trap {
  graph_id state;
  bool changes;                   /* what threads share: it is no livelock */
  VEC (struct exec_waiter) threads;   /* all that are there */
  VEC (thread_id) stuck;          /* those who can never continue */
};
struct graph_trap graph_trap (const struct graph *, const bool *unfinished, bool livelocks);   /* false: changes or not is no matter */
void graph_trap_release (struct graph_trap *);

/* forget.c: drops what it can, but not that state; its new number. Everything is settled. Not all of it if
 * the graph then has less than `most` bytes, by estimate. */
graph_id graph_forget (struct graph *, graph_id, uint64_t most);

/* entry.c */
uint32_t graph_entry (struct graph *, struct graph_entry);
void graph_add_entry (struct graph *, graph_id, uint32_t entry);
bool graph_has_entry (const struct graph_state *, uint32_t entry);
bool graph_entry_after (const struct graph_entry *, thread_id);   /* all of the thread's earlier steps come before it */
uint32_t graph_order (struct graph *, const struct graph_step *);
uint32_t graph_entry_before (struct graph *, uint32_t entry, uint32_t order);   /* the entry as it is before such a step */
void graph_orders_release (struct graph *);

/* summary.c */
void graph_touch (struct graph *, graph_id);                 /* graph_settle is to look at it */
void graph_plan (struct graph *, graph_id, struct graph_next *);
void graph_plan_all (struct graph *, graph_id);              /* whoever is enabled */
bool graph_puts_off (struct graph *, graph_id);              /* somebody who is enabled there makes no step after it */
void graph_mark_before (const struct graph *, graph_id, bool *marked);   /* it, and all states from which it can be reached */
void graph_reopen (struct graph *);                          /* the heap of open states, from nothing */
void graph_go_deep (struct graph *);                         /* graph_open gives the deepest state from now on */
void graph_settle (struct graph *);
void graph_settle_pairs (struct graph *);                    /* where everybody is planned: only what steps touch together */
graph_id graph_open (struct graph *);
bool graph_serve (struct graph *);

#endif
