/* Control flow in the representation of SPIN's verifier generator: elements.
 *
 * Each basic statement, goto, selection, loop, block and each join after them is an element with a number (SPIN's state
 * number), a successor in its sequence and marks for atomicity. Which elements become locations, and where each leads, is
 * determined by the same walk as in SPIN: joins and gotos are skipped unless that would lose atomicity. State counts equal
 * to SPIN's require exactly this; see flow.c and edges.c. */
#ifndef FRONT_PROMELA_ELEM_H
#define FRONT_PROMELA_ELEM_H

#include "front/promela/lower.h"

enum elem_kind {
  EL_STMT,                        /* act */
  EL_GOTO,                        /* also break: loop is set */
  EL_JOIN,                        /* after the options of an if, before a do, after an unless */
  EL_EXIT,                        /* after a do: the target of its breaks */
  EL_IF, EL_DO,                   /* subs: the options */
  EL_UNLESS,                      /* subs: main sequence, escape */
  EL_ATOMIC, EL_DSTEP, EL_BLOCK,  /* subs: the body */
  EL_END                          /* the end of the process */
};

enum {
  MARK_ATOM = 1,                  /* in an atomic sequence, not its last step */
  MARK_LAST = 2,                  /* the last step of one */
  MARK_PLACED = 4                 /* flow.c has visited it */
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

/* An escape sequence that covers an element; outermost first in the list. */
struct elem_escape {
  struct elem_seq *seq;
  struct elem *target;            /* its start, for this element */
  struct elem_escape *next;
};

/* A possible move at a location: the element executed, and the escape it belongs to. */
struct step {
  struct elem *leaf;
  uint32_t escape;                /* number of the escape's first element, 0: not from an escape */
};

struct elem {
  enum elem_kind kind;
  uint32_t number;
  unsigned marks;
  uint32_t dstep;                 /* number of the enclosing d_step, 0: none */
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

  /* Set by flow.c: where it leads. */
  struct elem *target;            /* a step from here ends there; NULL: none */
  bool keeps;                     /* the process keeps control after the step: it is inside an atomic sequence */
  VEC (struct elem *) options;    /* EL_IF, EL_DO, EL_ATOMIC, EL_BLOCK: first elements */

  /* Set by edges.c. */
  VEC (struct step) steps;        /* possible moves of a process at this element */
  uint32_t step_of;               /* number of the element whose steps were last found to contain this one */
  uint32_t loc;                   /* location + 1; 0: none */
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
/* Marks a sequence as atomic, with a separate mark on its last step (for atomic and d_step). */
void elem_make_atomic (struct elem_seq *, bool dstep);
/* Puts the escape on every element of the sequence. */
void elem_cover (struct lower *, struct elem_seq *, struct elem_seq *escape);

/* ---- flow.c ---- */
/* The element reached from e by skipping joins and gotos, for a step from an element with these marks. NULL after a message. */
struct elem *flow_skip_joins (struct lower *, struct elem *, unsigned marks);

#endif
