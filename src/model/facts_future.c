/* What can happen from a location: in the next step, and later.
 *
 * Idea. The next steps of a process are its edges at the location, each with the whole atomic sequence that may follow. Its
 * future is everything that it can reach in its control graph, with the futures of the processes that it starts, computed
 * backwards along edges up to a fixpoint.
 * Source. Conflicts with what a process may still do, instead of with its whole program: P. Godefroid, Partial-Order
 * Methods for the Verification of Concurrent Systems, LNCS 1032, Springer 1996, section 4.4 (Overman).
 * Where we differ. A process to be started uses channels through its parameters; if the argument is a variable with a
 * constant channel, the channel is known from the state of the starting process.
 * Why that is sound. Sets only grow; a channel that does not exist yet is different from all that exist. */
#include <assert.h>
#include <string.h>

#include "model/facts.h"

enum { LONG_ATOMIC = 256 };       /* limit on the edges of an atomic sequence that are followed */

/* ---- next steps ---- */

struct closure {
  const struct pg_proc *p;
  VEC (uint32_t) locs;            /* reached with control */
  bool *seen;
  uint32_t nedges;
};

static void
closure_enter (struct closure *c, const struct pg_edge *e)
{
  if (e->flags && e->dst != PG_ALL && !c->seen[e->dst]) {
    assert (e->dst < c->p->nlocs);
    c->seen[e->dst] = true;
    c->nedges += c->p->locs[e->dst].nedges;
    VEC_PUSH (c->locs, e->dst);
  }
}

static void
closure_of (struct closure *c, const struct pg_edge *e)
{
  c->locs.count = c->nedges = 0;
  closure_enter (c, e);
  for (size_t i = 0; i < c->locs.count && c->nedges <= LONG_ATOMIC; i++) {
    const struct pg_loc *l = &c->p->locs[c->locs.data[i]];
    for (uint32_t k = 0; k < l->nedges; k++)
      closure_enter (c, &c->p->edges[l->first_edge + k]);
  }
  for (size_t i = 0; i < c->locs.count; i++) {
    assert (c->seen[c->locs.data[i]]);         /* each once */
    c->seen[c->locs.data[i]] = false;
  }
}

/* Whether the edge may be executed twice without losing control. */
static bool
repeats (struct closure *scratch, const struct pg_edge *e)
{
  closure_of (scratch, e);
  if (scratch->nedges > LONG_ATOMIC)
    return true;
  for (size_t i = 0; i < scratch->locs.count; i++)
    if (scratch->locs.data[i] == e->src)
      return true;
  return false;
}

struct gather {
  struct facts *f;
  uint32_t proc;
  struct now *now;
  VEC (struct use) uses;
  struct closure closure, scratch;
};

static void
gather_edge (struct gather *g, uint32_t first, uint32_t edge, bool inner)
{
  struct facts *f = g->f;
  const struct edge_facts *e = &f->procs[g->proc].edges[edge];
  bits_join (g->now->touches, e->reads, f->words);
  for (uint32_t i = 0; i < f->words; i++)
    g->now->touches[i] |= e->writes[i] & ~f->own[i];
  for (uint32_t i = 0; i < f->words; i++)
    g->now->writes[i] |= e->writes[i];
  g->now->does |= inner ? e->does & ~(uint32_t) DOES_TIMEOUT : e->does;
  bool once = e->uses.count && inner && !repeats (&g->scratch, &f->pg->procs[g->proc].edges[edge]);
  for (size_t i = 0; i < e->uses.count; i++) {
    struct use u = e->uses.data[i];
    u.edge = first;
    u.inner |= inner;
    u.once = once;
    u.steady = !u.inner || facts_steady (f, g->proc, u.chan);
    assert (u.chan && (u.inner || u.steady));
    if (u.steady)
      u.expr = f->compiler->class->compile (f->compiler, u.chan, &f->pg->procs[g->proc]);
    VEC_PUSH (g->uses, u);
  }
}

/* Adds the steps that begin with edges `first` to `end`. */
static void
gather_steps (struct gather *g, struct now *now, uint32_t first, uint32_t end)
{
  struct facts *f = g->f;
  const struct pg_proc *p = &f->pg->procs[g->proc];
  g->now = now;
  now->touches = arena_alloc (&f->arena, f->words * 8);
  now->writes = arena_alloc (&f->arena, f->words * 8);
  g->uses.count = 0;
  for (; first < end; first++) {
    gather_edge (g, first, first, false);
    closure_of (&g->closure, &p->edges[first]);
    if (g->closure.nedges > LONG_ATOMIC)
      now->does |= DOES_TOO_MUCH;
    size_t nlocs = g->closure.locs.count;
    for (size_t k = 0; k < nlocs && !(now->does & DOES_TOO_MUCH); k++) {
      const struct pg_loc *l = &p->locs[g->closure.locs.data[k]];
      for (uint32_t e = 0; e < l->nedges; e++)
        gather_edge (g, first, l->first_edge + e, true);
    }
  }
  assert (first == end);
  now->nuses = (uint32_t) g->uses.count;
  now->uses = arena_alloc (&f->arena, (g->uses.count + 1) * sizeof *now->uses);
  if (g->uses.count)
    memcpy (now->uses, g->uses.data, g->uses.count * sizeof *now->uses);
}

/* Per location, or per edge. */
static void
gather_proc (struct facts *f, uint32_t p, bool by_edge)
{
  const struct pg_proc *proc = &f->pg->procs[p];
  struct gather g = {.f = f, .proc = p, .closure.p = proc, .scratch.p = proc};
  uint32_t n = by_edge ? proc->nedges : proc->nlocs;
  struct now *out = arena_alloc (&f->arena, (n + 1) * sizeof *out);
  g.closure.seen = mem_zalloc (proc->nlocs + 1);
  g.scratch.seen = mem_zalloc (proc->nlocs + 1);
  for (uint32_t i = 0; i < n; i++)
    if (by_edge)
      gather_steps (&g, &out[i], i, i + 1);
    else
      gather_steps (&g, &out[i], proc->locs[i].first_edge, proc->locs[i].first_edge + proc->locs[i].nedges);
  for (uint32_t i = 0; i < n; i++)        /* what is written is also accessed, except objects that exist once per process */
    for (uint32_t w = 0; w < f->words; w++)
      assert (!(out[i].writes[w] & ~f->own[w] & ~out[i].touches[w]));
  *(by_edge ? &f->procs[p].step : &f->procs[p].now) = out;
  mem_free (g.closure.seen);
  mem_free (g.scratch.seen);
  VEC_FREE (g.closure.locs);
  VEC_FREE (g.scratch.locs);
  VEC_FREE (g.uses);
}

void
facts_now (struct facts *f)
{
  for (uint32_t p = 0; p < f->pg->nprocs; p++)
    if (pg_runs (&f->pg->procs[p]))
      gather_proc (f, p, false);
}

void
facts_steps (struct facts *f)
{
  for (uint32_t p = 0; p < f->pg->nprocs; p++)
    if (pg_runs (&f->pg->procs[p]))
      gather_proc (f, p, true);
}

/* ---- futures ---- */

struct growth {
  struct facts *f;
  uint32_t proc;
  struct future *to;
  bool changed;
};

static void
add_ops (struct growth *w, uint8_t *to, uint8_t ops)
{
  w->changed |= (ops & ~*to) != 0;
  *to |= ops;
}

/* Operations on the channel that an expression of the process names. */
static void
add_channel (struct growth *w, const struct pg_expr *chan, uint8_t ops)
{
  struct facts *f = w->f;
  uint32_t var = facts_kept_var (f, w->proc, chan);
  assert (var == PG_ALL || f->kept[f->var_base[w->proc] + var]);
  if (var != PG_ALL) {
    add_ops (w, &w->to->vars[var], ops);
    return;
  }
  uint64_t *sites = mem_zalloc (f->site_words * 8);
  facts_sites (f, w->proc, chan, sites);
  for (uint32_t i = 0; i < f->nsites; i++)
    if (bits_has (sites, i))
      add_ops (w, &w->to->sites[i], ops);
  mem_free (sites);
}

static uint8_t
use_ops (const struct use *u, bool inner)
{
  uint8_t lost = inner ? OP_POLL : 0;
  switch (u->kind) {
  case USE_SEND: return OP_SEND | (u->sorted ? OP_SORTED : 0) | lost;
  case USE_RECV: return OP_RECV | lost;
  case USE_KEEP: return OP_KEEP | lost;
  case USE_EMPTY: case USE_MATCH: return (u->positive ? OP_NEMPTY : OP_POLL) | lost;
  case USE_FULL: return (u->positive ? OP_NFULL : OP_POLL) | lost;
  default: return OP_POLL;
  }
}

static void
add_started (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct growth *w = context;
  struct facts *f = w->f;
  (void) proc;
  if (e->op != E_RUN)
    return;
  const struct pg_proc *p = &f->pg->procs[e->proc];
  assert (pg_runs (p) && p->start < p->nlocs);
  const struct future *from = &f->procs[e->proc].future[p->start];
  w->changed |= bits_join (w->to->reads, from->reads, f->words);
  w->changed |= bits_join (w->to->writes, from->writes, f->words);
  w->changed |= (from->does & ~w->to->does) != 0;
  w->to->does |= from->does;
  for (uint32_t i = 0; i < f->nsites; i++)
    add_ops (w, &w->to->sites[i], from->sites[i]);
  for (uint32_t v = 0; v < p->nvars; v++) {
    if (!from->vars[v] || f->fresh[f->var_base[e->proc] + v])
      continue;
    if (v < e->nargs && v < p->nparams)
      add_channel (w, e->args[v], from->vars[v]);
    else
      for (uint32_t i = 0; i < f->nsites; i++)
        if (bits_has (f->points_to[f->var_base[e->proc] + v], i))
          add_ops (w, &w->to->sites[i], from->vars[v]);
  }
}

static void
grow_edge (struct growth *w, uint32_t number)
{
  struct facts *f = w->f;
  const struct pg_edge *edge = &f->pg->procs[w->proc].edges[number];
  const struct edge_facts *e = &f->procs[w->proc].edges[number];
  struct future *to = w->to = &f->procs[w->proc].future[edge->src];
  assert (edge->src < f->pg->procs[w->proc].nlocs && (edge->dst == PG_ALL || edge->dst < f->pg->procs[w->proc].nlocs));
  bool inner = f->procs[w->proc].inner[edge->src] && !e->nonblocking;
  w->changed |= bits_join (to->reads, e->reads, f->words);
  w->changed |= bits_join (to->writes, e->writes, f->words);
  w->changed |= (e->does & ~to->does) != 0;
  to->does |= e->does;
  for (size_t i = 0; i < e->uses.count; i++)
    add_channel (w, e->uses.data[i].chan, use_ops (&e->uses.data[i], inner));
  for (uint32_t a = 0; a < edge->nacts; a++)
    walk_act (&edge->acts[a], w->proc, add_started, w);
  if (edge->dst == PG_ALL)
    return;
  const struct future *from = &f->procs[w->proc].future[edge->dst];
  w->changed |= bits_join (to->reads, from->reads, f->words);
  w->changed |= bits_join (to->writes, from->writes, f->words);
  w->changed |= (from->does & ~to->does) != 0;
  to->does |= from->does;
  for (uint32_t i = 0; i < f->nsites; i++)
    add_ops (w, &to->sites[i], from->sites[i]);
  for (uint32_t v = 0; v < f->pg->procs[w->proc].nvars; v++)
    add_ops (w, &to->vars[v], from->vars[v]);
}

/* Checks that a future contains the effects of its location's edges and the futures of their targets. */
static bool
future_check (const struct facts *f, uint32_t p)
{
  const struct pg_proc *proc = &f->pg->procs[p];
  bool ok = true;
  for (uint32_t i = 0; i < proc->nedges && ok; i++) {
    const struct edge_facts *e = &f->procs[p].edges[i];
    const struct future *to = &f->procs[p].future[proc->edges[i].src];
    const struct future *from = proc->edges[i].dst == PG_ALL ? to : &f->procs[p].future[proc->edges[i].dst];
    ok = bits_within (e->reads, to->reads, f->words) && bits_within (e->writes, to->writes, f->words)
         && bits_within (from->reads, to->reads, f->words) && bits_within (from->writes, to->writes, f->words)
         && !((e->does | from->does) & ~to->does);
    for (uint32_t s = 0; s < f->nsites && ok; s++)
      ok = !(from->sites[s] & ~to->sites[s]);
    for (uint32_t v = 0; v < proc->nvars && ok; v++)
      ok = !(from->vars[v] & ~to->vars[v]);
  }
  return ok;
}

static void
new_futures (struct facts *f, uint32_t p)
{
  const struct pg_proc *proc = &f->pg->procs[p];
  f->procs[p].future = arena_alloc (&f->arena, (proc->nlocs + 1) * sizeof *f->procs[p].future);
  for (uint32_t l = 0; l < proc->nlocs; l++) {
    struct future *to = &f->procs[p].future[l];
    to->reads = arena_alloc (&f->arena, f->words * 8);
    to->writes = arena_alloc (&f->arena, f->words * 8);
    to->sites = arena_alloc (&f->arena, f->nsites + 1);
    to->vars = arena_alloc (&f->arena, proc->nvars + 1);
  }
}

void
facts_future (struct facts *f)
{
  struct growth w = {.f = f};
  for (uint32_t p = 0; p < f->pg->nprocs; p++)
    new_futures (f, p);
  do {
    w.changed = false;
    for (w.proc = 0; w.proc < f->pg->nprocs; w.proc++)
      for (uint32_t e = f->pg->procs[w.proc].nedges; e-- > 0 && pg_runs (&f->pg->procs[w.proc]);)
        grow_edge (&w, e);
  } while (w.changed);
  for (uint32_t p = 0; p < f->pg->nprocs; p++)
    assert (!pg_runs (&f->pg->procs[p]) || future_check (f, p));
  (void) future_check;
}
