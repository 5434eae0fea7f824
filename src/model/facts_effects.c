/* The effects of each edge that other processes could observe.
 *
 * Idea. The graph's read and write sets contain variables; here they become sets of objects, without what is not shared:
 * constants, and variables of a process that no other process reads. Channels are kept separately, as uses, because whether
 * they commute depends on the state.
 * Source. D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal Methods in System Design 8
 * (1996), section 6; G. Holzmann, D. Peled, "An improvement in formal verification", FORTE 1994.
 * Where we differ. Elements of arrays are distinguished if indices are constant; creating a process, ending one and reading
 * the process table are three kinds of effects; readiness for a rendezvous is an object of its own.
 * Why that is sound. Objects cover the access sets, which cover what a step can access; besides variables a step changes
 * its process's location (an object if some expression tests it), the process table and channels (uses). */
#include <assert.h>
#include <string.h>

#include "model/facts.h"

enum { SPLIT_MAX = 64 };          /* the elements of larger arrays are not distinguished */

/* ---- objects ---- */

struct scan {
  struct facts *f;
  bool *written;                  /* per global variable */
  bool *remote;                   /* per variable: some process reads it in another process */
  bool *where;                    /* per process type */
};

static void
scan_expr (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct scan *s = context;
  (void) proc;
  if (e->op == E_REMOTE_LOAD)
    s->remote[s->f->var_base[e->proc] + e->place->var] = true;
  if (e->op == E_REMOTE_LOC) {
    s->where[e->proc] = true;
    if ((uint32_t) e->value < s->f->pg->procs[e->proc].nlocs)
      s->f->procs[e->proc].asked[e->value] = true;
  }
}

static void
scan_writes (struct scan *s)
{
  for (uint32_t p = 0; p < s->f->pg->nprocs; p++)
    for (uint32_t e = 0; e < s->f->pg->procs[p].nedges && pg_runs (&s->f->pg->procs[p]); e++) {
      const struct pg_edge *edge = &s->f->pg->procs[p].edges[e];
      for (uint32_t i = 0; i < edge->nwrites; i++)
        if (edge->writes[i].object == OBJ_GLOBAL)
          s->written[edge->writes[i].index] = true;
    }
}

static void
number_objects (struct facts *f)
{
  const struct pg *pg = f->pg;
  struct scan s = {.f = f};
  s.written = arena_alloc (&f->arena, pg->nvars + 1);
  s.remote = arena_alloc (&f->arena, f->nvars + 1);
  s.where = arena_alloc (&f->arena, pg->nprocs + 1);
  scan_writes (&s);
  walk_program (f, scan_expr, &s);
  f->object = arena_alloc (&f->arena, (f->nvars + 1) * sizeof *f->object);
  f->split = arena_alloc (&f->arena, pg->nvars + 1);
  f->where = arena_alloc (&f->arena, (pg->nprocs + 1) * sizeof *f->where);
  f->ready = f->nobjects++;
  for (uint32_t v = 0; v < f->nvars; v++) {
    f->object[v] = PG_ALL;
    if (v < pg->nvars ? !s.written[v] : !s.remote[v])
      continue;
    assert (f->nobjects < UINT32_MAX - SPLIT_MAX);
    f->object[v] = f->nobjects++;
    uint32_t n = v < pg->nvars ? pg_var_elements (&pg->vars[v]) : 1;
    if (v < pg->nvars && n > 1 && n <= SPLIT_MAX) {
      f->split[v] = true;
      f->nobjects += n - 1;
    }
  }
  for (uint32_t p = 0; p < pg->nprocs; p++)
    f->where[p] = s.where[p] ? f->nobjects++ : PG_ALL;
  f->words = (uint32_t) bits_words (f->nobjects);
  assert (f->nobjects && f->nobjects <= f->words * 64);
  f->own = arena_alloc (&f->arena, f->words * 8);
  bits_add (f->own, f->ready);
  for (uint32_t v = pg->nvars; v < f->nvars; v++)
    if (f->object[v] != PG_ALL)
      bits_add (f->own, f->object[v]);
  for (uint32_t p = 0; p < pg->nprocs; p++)
    if (f->where[p] != PG_ALL)
      bits_add (f->own, f->where[p]);
}

void
facts_add_access (const struct facts *f, uint32_t proc, const struct pg_access *a, uint64_t *set)
{
  uint32_t v;
  switch (a->object) {
  case OBJ_GLOBAL: v = a->index; break;
  case OBJ_FRAME: v = f->var_base[proc] + a->index; break;
  case OBJ_REMOTE: v = f->var_base[a->proc] + a->index; break;
  case OBJ_REMOTE_PC:
    if (a->proc != PG_ALL && f->where[a->proc] != PG_ALL)
      bits_add (set, f->where[a->proc]);
    return;
  default:
    return;
  }
  assert (v < f->nvars);
  if (f->object[v] == PG_ALL)
    return;
  assert (f->object[v] < f->nobjects);
  if (v >= f->pg->nvars || !f->split[v]) {
    bits_add (set, f->object[v]);
    return;
  }
  uint32_t n = pg_var_elements (&f->pg->vars[v]);
  for (uint32_t i = 0; i < n; i++)
    if (a->element == i || a->element == PG_ALL)
      bits_add (set, f->object[v] + i);
}

/* ---- uses of channels in expressions ---- */

struct asking {
  const struct facts *f;
  struct edge_facts *edge;
  bool late;                      /* not in the edge's first action */
};

static void
ask (struct asking *k, const struct pg_expr *e, bool positive)
{
  struct use u = {.chan = e->kid[0], .inner = k->late};
  switch (e->op) {
  case E_EMPTY: case E_NEMPTY: u.kind = USE_EMPTY; u.positive = positive && e->op == E_NEMPTY; break;
  case E_FULL: case E_NFULL: u.kind = USE_FULL; u.positive = positive && e->op == E_NFULL; break;
  case E_POLL: u.kind = USE_MATCH; u.positive = positive; u.random = e->msg->random; break;
  case E_LEN: u.kind = USE_POLL; break;
  default: return;
  }
  assert (u.chan && !(u.kind == USE_POLL && u.positive));
  VEC_PUSH (k->edge->uses, u);
}

static void
see_expr (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct asking *k = context;
  (void) proc;
  ask (k, e, false);
  if (e->op == E_RUN)
    k->edge->does |= DOES_RUN;
  if (e->op == E_NR_PR || e->op == E_REMOTE_LOAD || e->op == E_REMOTE_LOC)
    k->edge->does |= DOES_LOOK;
  if (e->op == E_TIMEOUT)
    k->edge->does |= DOES_TIMEOUT;
}

struct failing {
  const struct facts *f;
  bool may;
};

static void
see_failing (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct failing *x = context;
  const struct pg_place *at = e->op == E_LOAD ? e->place : e->op >= E_LEN && e->op <= E_NFULL && e->kid[0]->op == E_LOAD ? e->kid[0]->place : NULL;
  bool global = at && at->region == REGION_GLOBAL;
  (void) proc;
  if (e->op == E_CONST || e->op == E_PID || (e->op >= E_NEG && e->op <= E_COND && e->op != E_DIV && e->op != E_MOD))
    return;
  if ((e->op >= E_LSHR && e->op <= E_INPUT) || (e->op == E_LOAD && at->inside))
    return;
  if (e->op == E_LOAD && (!at->nindex || (global && at->nindex == 1 && at->index[0]->op == E_CONST
                                          && (uint32_t) at->index[0]->value < pg_var_elements (&x->f->pg->vars[at->var]))))
    return;
  if (e->op != E_LOAD && global && !at->nindex && x->f->kept[at->var] && x->f->channel[at->var] && x->f->channel[at->var][0])
    return;
  x->may = true;
}

bool
facts_may_fail (const struct facts *f, uint32_t proc, const struct pg_expr *e)
{
  struct failing x = {.f = f};
  walk_expr (e, proc, see_failing, &x);
  return x.may;
}

/* The uses in a guard. Parts joined by && and || become true only by what they wait for. But a part after || that fails,
 * which counts as enabled, is no longer evaluated when the part before becomes true. Inside a sequence, whether it is false
 * is observable: see facts_future.c. */
static void
see_guard (struct asking *k, uint32_t proc, const struct pg_expr *e)
{
  bool fails = e->op == E_OR && facts_may_fail (k->f, proc, e->kid[1]);
  if ((e->op == E_AND || e->op == E_OR) && !fails) {
    see_guard (k, proc, e->kid[0]);
    see_guard (k, proc, e->kid[1]);
  } else if (e->op == E_NEMPTY || e->op == E_NFULL || e->op == E_POLL) {
    ask (k, e, true);
    walk_expr (e->kid[0], proc, see_expr, k);
    walk_msg (e->msg, proc, see_expr, k);
  } else
    walk_expr (e, proc, see_expr, k);
}

static void
see_act (struct asking *k, uint32_t proc, const struct pg_act *a)
{
  if (a->kind == ACT_GUARD)
    see_guard (k, proc, a->expr);
  else
    walk_act (a, proc, see_expr, k);
  if (a->kind == ACT_SEND)
    VEC_PUSH (k->edge->uses, ((struct use) {.kind = USE_SEND, .sorted = a->msg->sorted, .chan = a->chan}));
  if (a->kind == ACT_RECV)
    VEC_PUSH (k->edge->uses, ((struct use) {.kind = a->msg->keep ? USE_KEEP : USE_RECV, .random = a->msg->random,
                                            .chan = a->chan}));
  if (a->kind == ACT_END)
    k->edge->does |= DOES_END;
}

/* Adds the uses by which edge `later` tests whether `e`, before it at the location, is executable. */
static void
see_guard_before (struct facts *f, uint32_t proc, struct edge_facts *later, const struct pg_edge *e)
{
  const struct pg_act *a = &e->acts[0];
  struct asking k = {.f = f, .edge = later};
  if (a->kind == ACT_GUARD)
    walk_act (a, proc, see_expr, &k);
  if (a->kind == ACT_RECV)
    VEC_PUSH (later->uses, ((struct use) {.kind = USE_MATCH, .random = a->msg->random, .chan = a->chan}));
  if (a->kind == ACT_SEND) {
    VEC_PUSH (later->uses, ((struct use) {.kind = USE_FULL, .chan = a->chan}));
    if (facts_maybe_rendezvous (f, proc, a->chan))
      bits_add (later->reads, f->ready);
  }
  if (a->kind == ACT_END)
    later->does |= DOES_LOOK;
}

/* ---- edges ---- */

static bool
location_receives_at_once (const struct facts *f, uint32_t proc, uint32_t loc)
{
  const struct pg_proc *p = &f->pg->procs[proc];
  for (uint32_t i = 0; i < p->locs[loc].nedges; i++) {
    const struct pg_act *a = &p->edges[p->locs[loc].first_edge + i].acts[0];
    if (a->kind == ACT_RECV && facts_maybe_rendezvous (f, proc, a->chan))
      return true;
  }
  return false;
}

static void
edge_facts (struct facts *f, uint32_t proc, uint32_t number)
{
  const struct pg_proc *p = &f->pg->procs[proc];
  const struct pg_edge *e = &p->edges[number];
  assert (number >= p->locs[e->src].first_edge && number < p->locs[e->src].first_edge + p->locs[e->src].nedges);
  const struct pg_loc *l = &p->locs[e->src];
  struct proc_facts *pf = &f->procs[proc];
  struct edge_facts *out = &pf->edges[number];
  struct asking k = {.f = f, .edge = out};
  out->reads = arena_alloc (&f->arena, f->words * 8);
  out->writes = arena_alloc (&f->arena, f->words * 8);
  for (uint32_t i = 0; i < e->nreads; i++)
    facts_add_access (f, proc, &e->reads[i], out->reads);
  for (uint32_t i = 0; i < e->nwrites; i++)
    facts_add_access (f, proc, &e->writes[i], out->writes);
  for (uint32_t i = 0; i < e->nacts; i++) {
    k.late = i > 0;
    see_act (&k, proc, &e->acts[i]);
  }
  k.late = false;
  walk_expr (pg_provided (p), proc, see_expr, &k);
  bool alone = e->group == p->edges[l->first_edge].group && e->acts[0].kind != ACT_ELSE && !e->pick;
  for (uint32_t i = l->first_edge; !alone && i < number; i++)
    if (p->edges[i].group != e->group || e->acts[0].kind == ACT_ELSE || (e->pick && p->edges[i].pick == e->pick))
      see_guard_before (f, proc, out, &p->edges[i]);
  if (f->where[proc] != PG_ALL && (pf->asked[e->src] || e->dst == PG_ALL || pf->asked[e->dst]))
    bits_add (out->writes, f->where[proc]);
  if (pf->ready[e->src] || (e->dst != PG_ALL && pf->ready[e->dst]))
    bits_add (out->writes, f->ready);
  if (e->acts[0].kind == ACT_SEND && pf->inner[e->src] && facts_maybe_rendezvous (f, proc, e->acts[0].chan))
    bits_add (out->reads, f->ready);
  assert (f->ready < f->nobjects && (f->where[proc] == PG_ALL || f->where[proc] < f->nobjects));
  bool talks = e->acts[0].kind == ACT_SEND || e->acts[0].kind == ACT_RECV;
  if (pg_promela (f->pg)->nexclusives && talks)
    out->does |= DOES_TALK;
}

/* Finds the channels that the trace automaton observes, and for which operations. */
static void
find_watched (struct facts *f)
{
  f->watched = arena_alloc (&f->arena, f->nsites + 1);
  const struct pg_proc *trace = pg_trace (f->pg);
  if (!trace)
    return;
  uint64_t *sites = mem_alloc (f->site_words * 8);
  for (uint32_t i = 0; i < trace->nedges; i++) {
    const struct pg_act *a = &trace->edges[i].acts[0];
    if (a->kind != ACT_SEND && a->kind != ACT_RECV)
      continue;
    memset (sites, 0, f->site_words * 8);
    facts_sites (f, (uint32_t) (trace - f->pg->procs), a->chan, sites);
    for (uint32_t s = 0; s < f->nsites; s++)
      if (bits_has (sites, s))          /* each channel the trace automaton names */
        f->watched[s] |= a->kind == ACT_SEND ? OP_SEND : OP_RECV;
    for (uint32_t k = 0; k < trace->edges[i].nreads; k++)
      if (trace->edges[i].reads[k].object == OBJ_GLOBAL && f->object[trace->edges[i].reads[k].index] != PG_ALL)
        f->watch_reads = true;
  }
  mem_free (sites);
}

void
facts_effects (struct facts *f)
{
  const struct pg *pg = f->pg;
  f->procs = arena_alloc (&f->arena, (pg->nprocs + 1) * sizeof *f->procs);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    struct proc_facts *pf = &f->procs[p];
    pf->edges = arena_alloc (&f->arena, (pg->procs[p].nedges + 1) * sizeof *pf->edges);
    pf->inner = arena_alloc (&f->arena, pg->procs[p].nlocs + 1);
    pf->asked = arena_alloc (&f->arena, pg->procs[p].nlocs + 1);
    pf->ready = arena_alloc (&f->arena, pg->procs[p].nlocs + 1);
    for (uint32_t e = 0; e < pg->procs[p].nedges; e++)
      if (pg->procs[p].edges[e].flags && pg->procs[p].edges[e].dst != PG_ALL)
        pf->inner[pg->procs[p].edges[e].dst] = true;
  }
  assert (f->points_to && f->site_type);
  number_objects (f);
  find_watched (f);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    if (!pg_runs (&pg->procs[p]))
      continue;
    for (uint32_t l = 0; l < pg->procs[p].nlocs; l++)
      f->procs[p].ready[l] = location_receives_at_once (f, p, l);
    for (uint32_t e = 0; e < pg->procs[p].nedges; e++)
      edge_facts (f, p, e);
  }
}
