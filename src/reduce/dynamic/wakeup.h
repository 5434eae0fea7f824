/* Wakeup trees: sequences of steps to be run from a state, as an ordered tree.
 *
 * A tree is named by its first branch (0: empty); a branch without branches of
 * its own is the end of a plan, after which everything is explored. */
#ifndef REDUCE_DYNAMIC_WAKEUP_H
#define REDUCE_DYNAMIC_WAKEUP_H

#include "reduce/dynamic/ops.h"

#define ANY UINT32_MAX            /* an alternative: the only one, or all of them at the end of a plan */

struct wakeup_step {
  thread_id thread;
  uint32_t alternative;
  uint32_t alternatives;          /* where `alternative` is not ANY */
  op_id op;
  uint32_t event;                 /* that it is in the present execution, if it is; for whoever plans */
};

enum cover {
  COVERED,                        /* explored already, or will be */
  NEW,
  SPLIT                           /* of the last step's alternatives some are: each must be asked about alone */
};

struct branch {
  struct wakeup_step step;
  uint32_t child, next;           /* 0: none */
  uint32_t tail;                  /* steps that follow it, instead of a child; 0: none */
  bool is_copy;                   /* of a plan that was made for another alternative: it may not be executable */
};

/* Steps that follow each other without a choice, a few bytes each. */
struct tail {
  uint8_t *bytes;
  size_t at, size;                /* from `at` on */
};

struct wakeup {
  VEC (struct branch) branches;   /* the first is not used */
  VEC (struct tail) tails;        /* the first is not used */
  VEC (uint32_t) spare_tails;
  VEC (uint8_t) scratch;
  uint32_t spare;                 /* branches given back, linked by `next` */
};

void wakeup_init (struct wakeup *);
void wakeup_release (struct wakeup *);

/* A plan, and where it is to be added to a tree. */
struct wakeup_sequence {
  struct wakeup_step *steps;
  size_t count;
  uint32_t parent;                /* 0: the root */
  uint32_t upto;                  /* COVERED because of its steps up to this event; UINT32_MAX: because of all of it */
  uint32_t alternatives;          /* SPLIT: of the last step */
};

/* Finds the place, if the plan is new: it is shortened by the steps on the way there. */
enum cover wakeup_find (struct wakeup *, const struct ops *, uint32_t tree, struct wakeup_sequence *);
void wakeup_add (struct wakeup *, uint32_t *tree, const struct wakeup_sequence *);
struct branch wakeup_take (struct wakeup *, uint32_t *tree);    /* the first branch leaves the tree */
void wakeup_drop (struct wakeup *, uint32_t tree);
uint32_t wakeup_copy (struct wakeup *, uint32_t tree);
struct wakeup_step tail_step (const struct tail *, size_t *at);   /* the step at this byte, and past it */

#endif
