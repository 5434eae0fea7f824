/* Control flow as SPIN sees it while it makes a verifier: elements.
 *
 * Each basic statement, goto, selection, loop, block and the joins behind them
 * is an element with a number (SPIN's state number), a successor in its
 * sequence and marks for atomicity. Which elements become locations, and where
 * each leads, follows from walking them as SPIN does: joins and gotos are
 * passed over unless that would lose atomicity. Counting the same states as
 * SPIN needs exactly this; see flow.c and edges.c.
 */
#ifndef FRONT_PROMELA_ELEM_H
#define FRONT_PROMELA_ELEM_H

#include "front/promela/lower.h"

enum elem_kind {
  EL_STMT,                        /* act */
  EL_GOTO,                        /* also break: loop is set */
  EL_JOIN,                        /* behind the options of an if, in front of a do, behind unless */
  EL_EXIT,                        /* behind a do: where its breaks lead */
  EL_IF, EL_DO,                   /* subs: the options */
  EL_UNLESS,                      /* subs: main sequence, escape */
  EL_ATOMIC, EL_DSTEP, EL_BLOCK,  /* subs: the body */
  EL_END                          /* the end of the process */
};

enum {
  MARK_ATOM = 1,                  /* in an atomic sequence, not its last step */
  MARK_LAST = 2,                  /* the last step of one */
  MARK_PLACED = 4                 /* flow.c has been here */
};

struct elem_seq {
  struct elem *first, *last;
  struct elem *extent;            /* `last` before joins were appended */
};

struct elem_label {
  const char *name, *scope;
  struct pos pos;
  struct elem *elem;
  struct elem_label *older;       /* in the process */
  struct elem_label *older_here;  /* in its bucket of labels_by_name */
  struct elem_label *sibling;     /* older one on the same element */
};

struct elem_loop {
  struct elem *exit;              /* its EL_EXIT */
};

/* The escape sequences that cover an element, outermost first. */
struct elem_escape {
  struct elem_seq *seq;
  struct elem *target;            /* where it starts, for this element */
  struct elem_escape *next;
};

/* One way on from a location: the element executed, by way of which escape. */
struct step {
  struct elem *leaf;
  uint32_t escape;                /* number of the escape's first element, 0: own */
};

struct elem {
  enum elem_kind kind;
  uint32_t number;
  unsigned marks;
  uint32_t dstep;                 /* number of the d_step around it, 0: none */
  struct pos pos;
  const char *text;
  struct elem *next;
  struct pg_act *act;
  const struct ast_stmt *jump;    /* EL_GOTO with a label */
  struct elem_loop *loop;         /* EL_GOTO: a break */
  struct elem *dest;              /* EL_GOTO: resolved */
  struct elem_seq **subs;
  int nsubs;
  struct elem_escape *escapes;
  struct elem_label *labels;      /* on this element, latest first */
  uint32_t flags;                 /* LOC_END, LOC_ACCEPT, LOC_PROGRESS, LOC_REMOTE */

  /* where it leads: flow.c */
  struct elem *target;            /* a step from here ends there; NULL: nowhere */
  bool keeps;                     /* and keeps control */
  VEC (struct elem *) options;    /* EL_IF, EL_DO, EL_ATOMIC, EL_BLOCK: first elements */

  /* edges.c */
  VEC (struct step) steps;        /* what a process at this element can do */
  uint32_t step_of;               /* number of the last element found to have it among its steps */
  uint32_t loc;                   /* + 1; 0: none */
};

/* ---- elem.c ---- */
struct elem *elem_new (struct lower *, enum elem_kind, struct pos, const char *text);
void elem_append (struct lower *, struct elem_seq *, struct elem *);
void elem_add_label (struct lower *, struct elem *, const struct ast_label *, const struct ast_stmt *);
bool elem_is_choice (const struct elem *);
bool elem_is_skip (const struct elem *);
bool elem_is_false (const struct elem *);
struct elem *elem_skip (struct lower *, struct pos, const char *text);
uint32_t elem_label_flags (const char *name);
/* Marks a sequence as atomic, its last step apart (what an atomic or d_step does). */
void elem_make_atomic (struct elem_seq *, bool dstep);
/* Puts the escape on every element of the sequence. */
void elem_cover (struct lower *, struct elem_seq *, struct elem_seq *escape);

/* ---- flow.c ---- */
/* What stands at e once joins and gotos have been passed over, for a step from
 * an element with these marks. NULL: reported. */
struct elem *flow_skip_joins (struct lower *, struct elem *, unsigned marks);

#endif
