/* Process slots, found by random executions of the model. */
#include "symbolic/layout.h"

#include <assert.h>
#include <string.h>

enum { WALKS = 24, WALK_STEPS = 400 };

static bool
add (struct layout *l, uint32_t slot, uint32_t type)
{
  while (l->slots.count <= slot)
    VEC_PUSH (l->slots, (struct layout_slot) {0});
  struct layout_slot *s = &l->slots.data[slot];
  for (size_t i = 0; i < s->types.count; i++)
    if (s->types.data[i] == type)
      return false;
  VEC_PUSH (s->types, type);
  return true;
}

bool
layout_add_state (struct layout *l, struct inspector *v, const uint32_t *state)
{
  bool more = false;
  v->class->look (v, state);
  if (v->nprocs > LAYOUT_MAX_SLOTS)
    return false;
  for (uint32_t pid = 0; pid < v->nprocs; pid++) {
    uint32_t type, loc;
    v->class->process (v, pid, &type, &loc);
    more |= add (l, pid, type);
  }
  return more;
}

static uint64_t
chance (uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void
walk (struct layout *l, struct ts *ts, struct inspector *v, uint64_t seed, uint32_t *state, uint32_t *next)
{
  struct fault fault;
  struct trans_list list = {0};
  ts->class->initial (ts, state, &fault);
  for (int i = 0; i < WALK_STEPS && fault.kind == FAULT_NONE; i++) {
    layout_add_state (l, v, state);
    list.count = 0;
    ts->class->enabled (ts, state, &list);
    if (!list.count)
      break;
    uint32_t n = ts->class->step (ts, state, list.data[chance (&seed) % list.count], next, &fault);
    memcpy (state, next, (size_t) n * 4);
  }
  VEC_FREE (list);
}

void
layout_init (struct layout *l, struct ts *ts, struct inspector *v)
{
  uint32_t *state = mem_alloc ((size_t) ts->max_words * 4), *next = mem_alloc ((size_t) ts->max_words * 4);
  struct fault fault;
  *l = (struct layout) {0};
  ts->class->initial (ts, state, &fault);
  layout_add_state (l, v, state);
  l->initial = (uint32_t) l->slots.count;
  for (uint64_t i = 0; i < WALKS; i++)
    walk (l, ts, v, i + 1, state, next);
  assert (l->slots.count <= LAYOUT_MAX_SLOTS);
  mem_free (state);
  mem_free (next);
}

void
layout_init_threads (struct layout *l, const struct pg *pg)
{
  assert (pg->threads && pg->nstarts <= LAYOUT_MAX_SLOTS);
  *l = (struct layout) {.initial = pg->nstarts};
  for (uint32_t i = 0; i < pg->nstarts; i++)
    add (l, i, pg->starts[i]);
}

void
layout_release (struct layout *l)
{
  for (size_t i = 0; i < l->slots.count; i++)
    VEC_FREE (l->slots.data[i].types);
  VEC_FREE (l->slots);
}
