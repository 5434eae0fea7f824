/* Wakeup trees: sequences of steps to be run from a state, as an ordered tree.
 *
 * A tree is named by its first branch (0: empty); a branch without branches of
 * its own is the end of a plan, after which everything is explored. */
#ifndef REDUCE_WAKEUP_H
#define REDUCE_WAKEUP_H

#include "reduce/ops.h"

#define ANY UINT32_MAX            /* an alternative: the only one, or all of them at the end of a plan */

struct planned {
  thread_id thread;
  uint32_t alternative;
  uint32_t alternatives;          /* where `alternative` is not ANY */
  op_id op;
};

enum cover {
  COVERED,                        /* explored already, or will be */
  NEW,
  SPLIT                           /* of the last step's alternatives some are: each must be asked about alone */
};

struct branch {
  struct planned step;
  uint32_t child, next;           /* 0: none */
};

struct wakeup {
  VEC (struct branch) branches;   /* the first is not used */
  uint32_t spare;                 /* branches given back, linked by `next` */
};

void wakeup_init (struct wakeup *);
void wakeup_release (struct wakeup *);

/* Where a plan is to be added, if it is new. The plan is shortened by the steps
 * on the way there. SPLIT: *alternatives of its last step. */
enum cover wakeup_find (const struct wakeup *, const struct ops *, uint32_t tree, struct planned *plan, size_t *count,
                        uint32_t *parent, uint32_t *alternatives);
void wakeup_add (struct wakeup *, uint32_t *tree, uint32_t parent, const struct planned *plan, size_t count);
struct branch wakeup_take (struct wakeup *, uint32_t *tree);    /* the first branch leaves the tree */
void wakeup_drop (struct wakeup *, uint32_t tree);

#endif
