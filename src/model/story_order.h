/* Orders the steps of a story that is being made: story_step.after.
 *
 *     struct story_order o = {.story = story};
 *     for each step: push it, then story_order_add (&o, &info, its index);
 *     story_order_release (&o);
 */
#ifndef MODEL_STORY_ORDER_H
#define MODEL_STORY_ORDER_H

#include "model/story.h"
#include "model/ts.h"

/* "ASK(1)->participant(0)": what, and to whom, in the text of the step that sent it. */
struct order_posted {
  uint32_t step;
  const char *what, *to;
  size_t nwhat, nto;
};

struct order_sent { uint32_t channel, step; };
struct order_learned { uint32_t thread, from, step; };   /* the latest step of `from` that one of the thread's comes after */

struct story_order {
  struct story *story;
  VEC (struct order_sent) sent;   /* steps that sent what is still in a channel */
  VEC (struct order_posted) posted;   /* messages of a protocol that are under way */
  VEC (uint32_t) writers;         /* of each byte of shared memory: 1 + the step that wrote it last */
  VEC (struct order_learned) learned;
};

void story_order_add (struct story_order *, const struct step_info *, size_t step);
void story_order_release (struct story_order *);

#endif
