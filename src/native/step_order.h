/* The step of another thread that a step comes after: the unlock before a lock, the
 * creation of a thread that starts, the end of one that is joined, the store that
 * a load reads. Only if it is certain; other orders are not reported. */
#ifndef NATIVE_STEP_ORDER_H
#define NATIVE_STEP_ORDER_H

#include "model/story.h"
#include "native/wire.h"

/* The last step that gave something (a lock, a value). */
struct step_giver {
  uint64_t what;
  uint32_t step, thread;
  bool is_set;
};

struct step_order {               /* initially all zeros */
  struct step_giver givers[256];  /* by a hash of the object: a collision replaces the entry */
  uint32_t count;                 /* of steps */
};

/* The next step of the execution; returns the step it comes after, or STORY_NONE. */
uint32_t step_order_add (struct step_order *, const struct wire_step *);

#endif
