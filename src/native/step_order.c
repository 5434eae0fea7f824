#include "native/step_order.h"

enum role { ROLE_NONE, ROLE_GIVES, ROLE_TAKES, ROLE_LEARNS, ROLE_BLURS };

/* Whoever takes something leaves nothing for others, who learns of it leaves it
 * there. After the rest it is not known who gave what there is. */
static enum role
role_of (const struct wire_step *w)
{
  switch (w->kind) {
  case NATIVE_UNLOCK: case NATIVE_SIGNAL: case NATIVE_BROADCAST: case NATIVE_SEM_POST:
  case NATIVE_STORE: case NATIVE_CREATE: case NATIVE_END: case NATIVE_ARRIVE:
    return ROLE_GIVES;
  case NATIVE_LOCK: case NATIVE_WOKEN: case NATIVE_SEM_WAIT:
    return ROLE_TAKES;
  case NATIVE_TRYLOCK: case NATIVE_TIMEDLOCK: case NATIVE_SEM_TRYWAIT:
    return w->value ? ROLE_NONE : ROLE_TAKES;
  case NATIVE_RDLOCK: case NATIVE_LOAD: case NATIVE_START: case NATIVE_JOIN: case NATIVE_PASS:
    return ROLE_LEARNS;
  case NATIVE_RMW: case NATIVE_CAS: case NATIVE_WRITE: case NATIVE_WAIT: case NATIVE_TIMEOUT: case NATIVE_INIT:
  case NATIVE_RDUNLOCK: case NATIVE_DESTROY:
    return ROLE_BLURS;
  default:
    return ROLE_NONE;
  }
}

/* What the step gives or takes: an object, or the start or the end of a thread. */
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
  struct step_giver *g = &o->givers[what * 0x9e3779b97f4a7c15u >> 56];
  enum role role = role_of (w);
  bool found = g->is_set && g->what == what && g->thread != w->thread && (role == ROLE_TAKES || role == ROLE_LEARNS);
  uint32_t step = found ? g->step : STORY_NONE;
  if (role == ROLE_GIVES)
    *g = (struct step_giver) {what, o->count, w->thread, true};
  else if ((role == ROLE_BLURS || role == ROLE_TAKES) && g->what == what)
    g->is_set = false;
  o->count++;
  return step;
}
