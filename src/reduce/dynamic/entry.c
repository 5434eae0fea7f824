/* Entries of summaries: an operation of a thread, and the threads after whose earlier steps it always comes. Each entry
 * exists once and has a number, so that a summary is a set of bits. How a step changes an entry is computed once for all
 * steps that order the same threads. */

#include "reduce/dynamic/state_graph.h"

#include <string.h>

#include "base/digest.h"

uint32_t
graph_entry (struct graph *g, struct graph_entry e)
{
  uint64_t hash = digest_add (digest_add (digest_mix (e.thread), e.op), e.after);
  for (struct table_probe p = table_probe (hash); table_next (&g->by_entry, &p);) {
    const struct graph_entry *k = &g->entries.data[p.number];
    if (k->thread == e.thread && k->op == e.op && k->after == e.after)
      return p.number;
  }
  VEC_PUSH (g->entries, e);
  table_add (&g->by_entry, hash, (uint32_t) g->entries.count - 1);
  return (uint32_t) g->entries.count - 1;
}

bool
graph_has_entry (const struct graph_state *s, uint32_t entry)
{
  return entry / 64 < s->nsummary && s->summary[entry / 64] >> entry % 64 & 1;
}

void
graph_add_entry (struct graph *g, graph_id id, uint32_t entry)
{
  struct graph_state *s = &g->states.data[id];
  if (entry / 64 >= s->nsummary) {
    uint32_t more = entry / 64 + 1;
    s->summary = mem_realloc (s->summary, more * sizeof *s->summary);
    memset (s->summary + s->nsummary, 0, (more - s->nsummary) * sizeof *s->summary);
    g->summary_words += more - s->nsummary;
    s->nsummary = more;
  }
  s->summary[entry / 64] |= 1ull << entry % 64;
}

static void
after_add (uint64_t *after, thread_id t)
{
  if (t < 64)
    *after |= 1ull << t;
}

bool
graph_entry_after (const struct graph_entry *e, thread_id t)
{
  return t < 64 && e->after >> t & 1;
}

/* ---- before a step ---- */

/* What a step orders: the threads that it releases come after its own thread, and its own after the one it joined. */
struct graph_order {
  thread_id thread, joined;       /* joined: NONE if it joins none */
  uint32_t nreleased;
  thread_id *released;
  VEC (uint32_t) before;          /* by entry: the entry before such a step; NONE: not computed yet */
};

static bool
orders_alike (const struct graph *g, const struct graph_order *o, const struct graph_step *step)
{
  if (o->thread != step->thread || o->joined != step->joined || o->nreleased != step->nreleased)
    return false;
  return !step->nreleased || !memcmp (o->released, g->released.data + step->released, step->nreleased * sizeof *o->released);
}

uint32_t
graph_order (struct graph *g, const struct graph_step *step)
{
  if (!step->nreleased && step->joined == NONE)
    return NONE;
  for (uint32_t i = 0; i < g->orders.count; i++)
    if (orders_alike (g, &g->orders.data[i], step))
      return i;
  struct graph_order o = {.thread = step->thread, .joined = step->joined, .nreleased = step->nreleased};
  o.released = mem_alloc ((o.nreleased + 1) * sizeof *o.released);
  if (o.nreleased)
    memcpy (o.released, g->released.data + step->released, o.nreleased * sizeof *o.released);
  VEC_PUSH (g->orders, o);
  return (uint32_t) g->orders.count - 1;
}

void
graph_orders_release (struct graph *g)
{
  for (size_t i = 0; i < g->orders.count; i++) {
    mem_free (g->orders.data[i].released);
    VEC_FREE (g->orders.data[i].before);
  }
  VEC_FREE (g->orders);
}

static uint32_t
find_before (struct graph *g, uint32_t entry, const struct graph_order *o)
{
  struct graph_entry e = g->entries.data[entry];
  if (!e.op)
    return entry;
  for (uint32_t i = 0; i < o->nreleased; i++)
    if (o->released[i] == e.thread || graph_entry_after (&e, o->released[i]))
      after_add (&e.after, o->thread);
  if (o->joined != NONE && (o->thread == e.thread || graph_entry_after (&e, o->thread)))
    after_add (&e.after, o->joined);
  return graph_entry (g, e);
}

uint32_t
graph_entry_before (struct graph *g, uint32_t entry, uint32_t order)
{
  struct graph_order *o = &g->orders.data[order];
  while (o->before.count <= entry)
    VEC_PUSH (o->before, NONE);
  if (o->before.data[entry] == NONE)
    o->before.data[entry] = find_before (g, entry, o);
  return o->before.data[entry];
}
