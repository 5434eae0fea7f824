/* Internal to the translation from a program graph to a circuit.
 *
 * Order of work: cells.c lays out latches; expr.c and message.c turn expressions and messages into words; actions.c
 * executes actions on an overlay of the state; control.c determines executable edges; steps.c makes the steps; compose.c
 * combines them under a scheduler and defines what is bad. stubborn.c restricts the scheduler. */
#ifndef SYMBOLIC_PARTS_H
#define SYMBOLIC_PARTS_H

#include <assert.h>

#include "model/graph_promela.h"
#include "symbolic/circuit.h"
#include "symbolic/ranges.h"
#include "symbolic/word.h"

/* One number of the state. */
struct cell {
  struct pg_type type;
  uint32_t first;                 /* its first latch */
  uint8_t bits;                   /* number of latches; 0: it is constant */
  uint8_t bit[64];                /* by latch: which bit of the number it is; the other bits equal one of these, or are
                                   * constant */
  bool is_signed;
  struct word now;
};

enum node_mode { MODE_PLAIN, MODE_ATOMIC, MODE_DSTEP, MODES };

struct node {
  uint32_t type, loc;             /* type: index into the slot's types */
  uint8_t mode;
  lit at;
};

struct slot_type {
  uint32_t proc;                  /* process type */
  uint32_t *cell;                 /* first cell of each variable */
  uint32_t first_chan;            /* number of its first channel, minus 1 */
  uint32_t *node[MODES];          /* by location: index into the slot's nodes, or PG_ALL */
  lit is;                         /* the slot holds a process of this type */
};

struct slot {
  VEC (struct slot_type) types;
  VEC (struct node) nodes;        /* node 0: no process */
  lit alive;
  uint32_t first_latch, nlatches; /* latches of the control node */
  uint32_t start;                 /* node in the initial state */
  lit enabled;                    /* some step of it could be taken if it were scheduled */
  lit keeps;                      /* it keeps control: is in ATOMIC or DSTEP mode */
  lit provided;                   /* value of its type's `provided` clause */
  lit stubborn;                   /* the reduction allows it to run */
};

struct channel {
  uint32_t type, number;          /* number: the value of variables that hold it, from 1 */
  uint32_t slot, slot_type;       /* owner; PG_ALL: none */
  uint32_t length, first;         /* cells: number of messages; fields by message */
  lit alive;
};

struct parts {
  struct circuit *c;
  struct aig *g;
  const struct pg *pg;
  const struct circuit_config *config;
  struct refusal *refusal;
  uint32_t ticks;                 /* counter of parts_over */
  struct ranges ranges;
  VEC (struct cell) cells;
  VEC (struct slot) slots;
  VEC (struct channel) channels;
  uint32_t *global_cell;          /* first cell of each global variable */
  uint32_t last_cell;             /* of _last, or PG_ALL */
  struct word choose_slot, choose_step;     /* the scheduler's inputs */
  bool **fused;                   /* by process type and location: the step into this location continues; NULL: at none */
  VEC (struct word) free;         /* inputs of 64 arbitrary bits: by number, shared by the edges */
  VEC (uint32_t) free_leaves;
  struct word **overlay;          /* by cell: its value in the middle of a step, or NULL */
  VEC (uint32_t) touched;         /* cells with an overlay */
};

/* Records the first construct that cannot be translated. */
void refuse (struct parts *, struct pos, const char *what);
/* The circuit is abandoned, because a construct is refused or the budget is spent: further results are meaningless. Every
 * loop that may take long checks this, and so does expr_word; both then end soon. */
bool parts_over (struct parts *);

/* cells.c */
void cells_make (struct parts *, const struct layout *);
void cells_release (struct parts *);
uint32_t latch_add (struct circuit *, bool init, const char *name, unsigned bit);
struct word cell_now (const struct parts *, uint32_t cell);        /* the current value, with the overlay */
void cell_store (struct parts *, uint32_t cell, lit condition, struct word);
void overlay_clear (struct parts *);

/* nodes.c */
enum { NODE_CHAIN = 64 };         /* most edges of an atomic sequence in one step */
void nodes_make (struct parts *, const struct layout *);
uint32_t node_mode_after (const struct pg_edge *, bool rendezvous_sender);
/* The edge executed together with `e` in a step that began with `first`: either the only edge of a location where control
 * is kept, and one that never blocks; or one that continues a transaction. NULL: the step ends with `e`. `inside`: the step
 * begins in a d_step. */
const struct pg_edge *node_chained (const struct parts *, const struct pg_proc *, const struct pg_edge *first, const struct pg_edge *e, bool inside);
/* After `e` the step continues by any edge that may be taken: a transaction. It ends where none may, which `node_blocks`
 * excludes. */
bool node_branches (const struct parts *, const struct pg_proc *, const struct pg_edge *first, const struct pg_edge *e, bool inside);
bool node_blocks (struct parts *, uint32_t slot, uint32_t type, uint32_t loc);

/* The process that evaluates or executes, and the result. */
struct control_change {
  uint32_t slot, node;
  lit condition;
};

struct env {
  struct parts *p;
  uint32_t slot, type;            /* type: index into the slot's; slot PG_ALL: no process */
  lit path;                       /* condition under which evaluation gets here */
  lit fault, hard, resource;      /* hard: the execution ends */
  lit beyond;                     /* what follows is not modelled */
  uint32_t inputs;                /* number of the first free input of the current edge */
  lit timeout;
  bool testing;                   /* evaluate without executing: `run` creates nothing */
  bool initial;                   /* for the initial state: everything is constant */
  lit alive[LAYOUT_MAX_SLOTS];    /* including what the step has created or ended */
  VEC (struct control_change) created;
};

void env_init (struct env *, struct parts *, uint32_t slot, uint32_t type);
void env_release (struct env *);
void env_fault (struct env *, lit condition);
void env_soft_fault (struct env *, lit condition);      /* the execution continues after it */
const struct pg_proc *env_proc (const struct env *);

/* expr.c */
struct word expr_word (struct env *, const struct pg_expr *);
lit expr_true (struct env *, const struct pg_expr *);
lit expr_somebody_at (const struct parts *, uint32_t flag);        /* some process is at a location with the flag */
void place_store (struct env *, const struct pg_place *, lit condition, struct word);
struct word wrap_to_type (struct word, const struct pg_type *);

/* message.c */
lit channel_is (struct env *, const struct channel *, const struct word *number);
lit channel_any (struct env *, const struct word *number);        /* there is such a channel */
lit channel_full (struct env *, const struct channel *);
lit channel_matches (struct env *, const struct channel *, const struct pg_msg *, lit *at);    /* `at`: by slot, or NULL */
lit message_takes (struct env *, const struct channel *, const struct pg_msg *, const struct word *fields);
void message_send (struct env *, const struct pg_act *);
void message_receive (struct env *, const struct pg_act *);
void message_fields (struct env *, const struct channel *, const struct pg_msg *, struct word *fields);
void message_store (struct env *, const struct channel *, const struct pg_msg *, lit condition, const struct word *fields);

/* actions.c */
struct word action_run (struct env *, const struct pg_expr *);
void action_execute (struct env *, const struct pg_act *);
void actions_initial (struct parts *, const struct layout *);      /* the initial values of all cells */

/* control.c: executability of edges, of a slot at a location */
struct look {
  struct parts *p;
  uint32_t slot, type, loc;
  lit timeout;
};
/* For each edge of the location: it may be taken (with groups, picks and else). For a synchronous send, `pairs` are
 * appended, and the result is about the send to a buffered channel. */
struct pair {
  uint32_t edge, slot, type, loc, partner_edge;
  uint32_t channel;
  lit enabled;
};
struct pairs { VEC (struct pair) list; };
void control_look (const struct look *, lit *may, struct pairs *);
/* The same inside a d_step. */
void control_look_dstep (const struct look *, lit *may);
lit control_at (const struct parts *, uint32_t slot, uint32_t type, uint32_t loc);    /* not inside a d_step */
lit control_at_dstep (const struct parts *, uint32_t slot, uint32_t type, uint32_t loc);
void control_provided (struct parts *);

/* steps.c */
void steps_make (struct parts *);
/* compose.c */
void compose (struct parts *);
/* stubborn.c */
void stubborn_restrict (struct parts *);
/* transactions.c: where a process may go on at once, whatever the others do; before there are nodes. */
void transactions_find (struct parts *);
/* product.c */
void product_make (struct parts *);

/* An input with this number of values. */
struct word circuit_input (struct circuit *, const char *name, unsigned values);

/* inputs.c: values that are read from outside */
struct word free_input (struct env *, const struct pg_expr *);
uint64_t free_mask (const struct pg_edge *, uint32_t number);      /* mask of the bits of that input */
/* Whether some inputs make it true; a refusal names the edge. */
lit free_possible (struct parts *, lit, const struct pg_edge *);

#endif
