/* Wakeup trees: sequences of steps to be run from a state, as an ordered tree. A tree is named by its first branch (0:
 * empty). A leaf is the end of a plan, after which everything is explored. */
#ifndef REDUCE_DYNAMIC_WAKEUP_H
#define REDUCE_DYNAMIC_WAKEUP_H

#include "reduce/dynamic/ops.h"

#define ANY UINT32_MAX            /* an alternative: the only one, or all of them at the end of a plan */

struct wakeup_step {
  thread_id thread;
  uint32_t alternative;
  uint32_t alternatives;          /* valid where `alternative` is not ANY */
  op_id op;
  uint32_t event;                 /* its event in the present execution, if any; used for planning */
};

enum cover {
  COVERED,                        /* explored already, or planned */
  NEW,
  SPLIT                           /* some of the last step's alternatives are covered: each must be looked up separately */
};

struct branch {
  struct wakeup_step step;
  uint32_t child, next;           /* 0: none */
  uint32_t tail;                  /* the steps that follow, instead of a child; 0: none */
  bool is_copy;                   /* copied from a plan for another alternative: it may not be executable */
};

/* A sequence of steps without branching, a few bytes each. */
struct tail {
  uint8_t *bytes;
  size_t at, size;                /* the steps not yet taken begin at `at` */
};

struct wakeup {
  VEC (struct branch) branches;   /* the first is not used */
  VEC (struct tail) tails;        /* the first is not used */
  VEC (uint32_t) spare_tails;
  VEC (uint8_t) scratch;
  uint32_t spare;                 /* free branches, linked by `next` */
};

void wakeup_init (struct wakeup *);
void wakeup_release (struct wakeup *);

/* A plan, and its place in a tree. */
struct wakeup_sequence {
  struct wakeup_step *steps;
  size_t count;
  uint32_t parent;                /* 0: the root */
  uint32_t upto;                  /* COVERED because of its steps up to this event; UINT32_MAX: because of all of them */
  uint32_t alternatives;          /* SPLIT: number of alternatives of the last step */
};

/* Finds the place of a new plan, and shortens the plan by the steps on the path there. */
enum cover wakeup_find (struct wakeup *, const struct ops *, uint32_t tree, struct wakeup_sequence *);
void wakeup_add (struct wakeup *, uint32_t *tree, const struct wakeup_sequence *);
struct branch wakeup_take (struct wakeup *, uint32_t *tree);    /* removes the first branch from the tree */
void wakeup_drop (struct wakeup *, uint32_t tree);
uint32_t wakeup_copy (struct wakeup *, uint32_t tree);
struct wakeup_step tail_step (const struct tail *, size_t *at);   /* decodes the step at this byte, and advances */

#endif
