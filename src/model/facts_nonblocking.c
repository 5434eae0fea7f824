/* Channel operations inside atomic sequences that never block.
 *
 * Idea. Whether an atomic sequence blocks at a receive is observable, so such a receive is a poll too, unless a guard
 * before it has ensured a message and control was not lost since: atomic { nempty(q) -> q?x }. The facts "has a message"
 * and "has room" flow forward and meet by intersection.
 * Source. A data-flow analysis: G. Kildall, "A unified approach to global program optimization", POPL 1973.
 * Where we differ. A location keeps facts only if a process that blocks there never continues: some edge is always
 * executable, or all wait for the process's own variables, which do not change meanwhile.
 * Why that is sound. While a process keeps control no other process accesses a channel; the process's own operations, on a
 * channel that may be the same, invalidate the fact. */
#include <assert.h>
#include <string.h>

#include "model/facts.h"

enum { MAX_NAMES = 32 };          /* two bits each: has a message, has room */

struct nonblocking {
  struct facts *f;
  uint32_t proc;
  const struct pg_proc *p;
  const struct pg_expr *name[MAX_NAMES]; uint32_t nnames;
  uint64_t *in;                   /* per location */
};

static bool
same_channel (const struct pg_expr *a, const struct pg_expr *b)
{
  assert (a->op == E_LOAD && b->op == E_LOAD);
  if (a->place->region != b->place->region || a->place->var != b->place->var)
    return false;
  for (uint8_t k = 0; k < a->place->nindex; k++)
    if (a->place->index[k]->value != b->place->index[k]->value)
      return false;
  return true;
}

/* The number of the channel's name, or MAX_NAMES: it cannot be tracked. */
static uint32_t
name_of (struct nonblocking *g, const struct pg_expr *chan)
{
  if (!facts_steady (g->f, g->proc, chan))
    return MAX_NAMES;
  assert (g->nnames <= MAX_NAMES);
  for (uint32_t i = 0; i < g->nnames; i++)
    if (same_channel (g->name[i], chan))
      return i;
  if (g->nnames < MAX_NAMES)
    g->name[g->nnames++] = chan;
  return g->nnames <= MAX_NAMES && g->name[g->nnames - 1] == chan ? g->nnames - 1 : MAX_NAMES;
}

static uint64_t
fact (uint32_t name, bool room)
{
  return name < MAX_NAMES ? (uint64_t) 1 << (2 * name + room) : 0;
}

/* The facts that hold where the guard is true. */
static uint64_t
guard_facts (struct nonblocking *g, const struct pg_expr *e)
{
  switch (e->op) {
  case E_AND: return guard_facts (g, e->kid[0]) | guard_facts (g, e->kid[1]);
  case E_NEMPTY: case E_POLL: return fact (name_of (g, e->kid[0]), false);
  case E_NFULL: return fact (name_of (g, e->kid[0]), true);
  default: return 0;
  }
}

/* Removes the facts about every channel on which the send or receive may operate. */
static uint64_t
after_operation (struct nonblocking *g, const struct pg_act *a, uint64_t facts)
{
  assert (a->chan);
  uint64_t *sites = mem_zalloc (g->f->site_words * 16), *other = sites + g->f->site_words;
  facts_sites (g->f, g->proc, a->chan, sites);
  for (uint32_t i = 0; i < g->nnames; i++) {
    memset (other, 0, g->f->site_words * 8);
    facts_sites (g->f, g->proc, g->name[i], other);
    if (bits_meet (sites, other, g->f->site_words))
      facts &= ~fact (i, a->kind == ACT_SEND);
  }
  mem_free (sites);
  return facts;
}

/* Whether the operation is certainly executable, or never will be: other processes do not matter. */
static bool
never_blocks (struct nonblocking *g, const struct pg_act *a, uint64_t facts)
{
  if (a->kind != ACT_SEND && a->kind != ACT_RECV)
    return false;
  return !(a->kind == ACT_RECV && a->msg->random) && (facts & fact (name_of (g, a->chan), a->kind == ACT_SEND));
}

static uint64_t
after_edge (struct nonblocking *g, const struct pg_edge *e, uint64_t facts)
{
  for (uint32_t i = 0; i < e->nacts; i++) {
    const struct pg_act *a = &e->acts[i];
    if (a->kind == ACT_GUARD)
      facts |= guard_facts (g, a->expr);
    if (a->kind == ACT_SEND || a->kind == ACT_RECV)
      facts = after_operation (g, a, facts);
  }
  return facts;
}

/* Whether a process that blocks at the location is blocked for ever. */
static bool
never_resumed (struct nonblocking *g, uint32_t loc)
{
  assert (loc < g->p->nlocs);
  const struct pg_loc *l = &g->p->locs[loc];
  bool own = !pg_provided (g->p);
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++) {
    const struct edge_facts *e = &g->f->procs[g->proc].edges[i];
    const struct pg_act *a = &g->p->edges[i].acts[0];
    bool waits = a->kind == ACT_GUARD || a->kind == ACT_SEND || a->kind == ACT_RECV || a->kind == ACT_END;
    if (!waits && !pg_provided (g->p))
      return true;
    bool reads = false;
    for (uint32_t w = 0; w < g->f->words; w++)
      reads |= e->reads[w] != 0;
    if (!never_blocks (g, a, g->in[loc]) && (reads || e->uses.count || e->does || a->kind == ACT_END))
      own = false;
  }
  return own;
}

/* One pass: reduces the facts of each location to those that hold on all incoming edges. True: something changed. */
static bool
flow_once (struct nonblocking *g)
{
  bool changed = false;
  for (uint32_t i = 0; i < g->p->nedges; i++) {
    const struct pg_edge *e = &g->p->edges[i];
    if (e->dst == PG_ALL)
      continue;
    uint64_t out = 0;
    if (e->flags)
      out = after_edge (g, e, never_resumed (g, e->src) ? g->in[e->src] : 0);
    if (g->in[e->dst] & ~out) {
      g->in[e->dst] &= out;
      changed = true;
    }
  }
  return changed;
}

void
facts_nonblocking (struct facts *f)
{
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    struct nonblocking g = {.f = f, .proc = p, .p = &f->pg->procs[p]};
    if (!pg_runs (g.p))
      continue;
    for (uint32_t e = 0; e < g.p->nedges; e++)
      for (uint32_t a = 0; a < g.p->edges[e].nacts; a++)
        if (g.p->edges[e].acts[a].chan)
          name_of (&g, g.p->edges[e].acts[a].chan);
    g.in = mem_alloc ((g.p->nlocs + 1) * sizeof *g.in);
    memset (g.in, 0xff, (g.p->nlocs + 1) * sizeof *g.in);
    g.in[g.p->start] = 0;
    while (flow_once (&g))
      ;
    assert (!g.in[g.p->start]);          /* a process starts without control */
    for (uint32_t e = 0; e < g.p->nedges; e++)
      f->procs[p].edges[e].nonblocking = never_blocks (&g, &g.p->edges[e].acts[0], g.in[g.p->edges[e].src]);
    mem_free (g.in);
  }
}
