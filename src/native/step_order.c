#include "native/step_order.h"

#include <assert.h>

#include "base/table.h"

static enum native_role
role_of (const struct wire_step *w)
{
  enum native_role role = native_operation (w->kind)->role;
  return role != NATIVE_ROLE_TRIES ? role : w->value ? NATIVE_ROLE_NONE : NATIVE_ROLE_TAKES;
}

/* The object that the step gives or takes, or the start or end of a thread. */
static uint64_t
gift_of (const struct wire_step *w)
{
  const uint64_t threads = (uint64_t) 1 << 63;
  switch (w->kind) {
  case NATIVE_CREATE: return threads | w->object << 1;
  case NATIVE_START: return threads | (uint64_t) w->thread << 1;
  case NATIVE_JOIN: return threads | w->object << 1 | 1;
  case NATIVE_END: return threads | (uint64_t) w->thread << 1 | 1;
  default: return w->object;
  }
}

uint32_t
step_order_add (struct step_order *o, const struct wire_step *w)
{
  uint64_t what = gift_of (w);
  struct step_giver *g = &o->givers[table_hash (what) >> 56];
  enum native_role role = role_of (w);
  bool found = g->is_set && g->what == what && g->thread != w->thread && (role == NATIVE_ROLE_TAKES || role == NATIVE_ROLE_LEARNS);
  uint32_t step = found ? g->step : STORY_NONE;
  assert (!found || g->step < o->count);
  if (role == NATIVE_ROLE_GIVES)
    *g = (struct step_giver) {what, o->count, w->thread, true};
  else if ((role == NATIVE_ROLE_BLURS || role == NATIVE_ROLE_TAKES) && g->what == what)
    g->is_set = false;
  o->count++;
  return step;
}
