/* Which trace a toy execution belongs to. */
#ifndef TEST_TOY_MARKS_H
#define TEST_TOY_MARKS_H

#include "toy_steps.h"

static inline uint64_t
toy_mix (uint64_t h, uint64_t x)
{
  h = ((h + 0x9e3779b97f4a7c15u) ^ h >> 29) + x * 0xd1342543de82ef95u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

static inline bool
toy_dependent (const struct toy_event *a, const struct toy_event *b)
{
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      if (a->access[i].object == b->access[j].object && a->access[i].mask & b->access[j].mask
          && access_dependent (a->access[i].how, b->access[j].how))
        return true;
  return false;
}

/* Names the last step, by what it did and what it comes after. */
static inline void
toy_mark (struct toy *e, const struct exec_step *out)
{
  struct toy_event *last = &e->events[e->depth - 1];
  uint64_t after = 0;
  bool own = false;               /* the thread's step before has been met */
  last->count = out->op.count;
  memcpy (last->access, out->op.access, sizeof last->access);
  last->released = 0;
  for (size_t i = 0; i < out->nreleased; i++)
    last->released |= 1u << out->released[i];
  last->nth = 0;
  for (size_t i = e->depth - 1; i-- > 0;) {
    const struct toy_event *a = &e->events[i];
    if (!own && a->released >> last->thread & 1)
      after += toy_mix (2, a->name);
    if (a->thread != last->thread)
      after += toy_dependent (a, last) ? toy_mix (3, a->name) : 0;
    else if (!own) {
      last->nth = a->nth + 1;
      own = true;
    }
  }
  last->name = toy_mix (toy_mix (1, last->thread), last->nth);
  uint64_t mark = toy_mix (toy_mix (last->name, last->alternative), after);
  for (uint32_t i = 0; i < last->count; i++)
    mark = toy_mix (mark, last->access[i].how);
  last->trace = mark + (e->depth > 1 ? last[-1].trace : 0);
}

#endif
