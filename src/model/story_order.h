/* Orders the steps of a story under construction: story_step.after.
 *
 *     struct story_order o = {.story = story};
 *     for each step: push it, then story_order_add (&o, &info, its index);
 *     story_order_release (&o); */
#ifndef MODEL_STORY_ORDER_H
#define MODEL_STORY_ORDER_H

#include "model/story.h"
#include "model/ts.h"

/* A message "ASK(1)->participant(0)": its name and receiver, in the text of the sending step. */
struct order_posted {
  uint32_t step;
  const char *what, *to;
  size_t nwhat, nto;
};

struct order_sent { uint32_t channel, step; };
struct order_learned { uint32_t thread, from, step; };   /* the latest step of `from` that happens before a step of the thread */

struct story_order {
  struct story *story;
  VEC (struct order_sent) sent;   /* steps whose message is still in a channel */
  VEC (struct order_posted) posted;   /* sent messages of a protocol that were not received yet */
  VEC (uint32_t) writers;         /* per byte of shared memory: 1 + the last step that wrote it */
  VEC (struct order_learned) learned;
};

void story_order_add (struct story_order *, const struct step_info *, size_t step);
void story_order_release (struct story_order *);

#endif
