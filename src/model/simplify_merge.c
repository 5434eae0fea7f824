/* Steps that nobody can see become part of the step before them.
 *
 * Idea. Let edge e lead to location l whose only edge f is always executable
 * and touches only what no other process sees. Then e does the work of f and
 * leads where f does; when nothing leads to l any more, its edge is removed.
 * Source. Statement merging: G. Holzmann, "The engineering of a model checker:
 * the GNU i-protocol case study revisited", SPIN 1999; "The SPIN Model
 * Checker", 2003, ch. 9.
 * Where we differ. e may be anything, also a global step, one of several
 * choices, or half of a rendezvous; f may read globals that never change; a
 * location with several ways in is copied into each of them. f must not be
 * able to end the execution by an error, unless e keeps control.
 * Why that is sound. f commutes with every step of every other process and is
 * invisible, so an execution in which others move between e and f is
 * equivalent to the one with f moved up to e, and if f never comes it can be
 * inserted there. States at l are not lost for anybody:
 *   - at l nothing is deadlocked and `timeout` is false, because f can run;
 *   - f's own error would hide what others do before it: so it has none, and an
 *     assertion (which goes on) is merged only if it is the only one of the
 *     step that can be reported;
 *   - neither l nor f's target has a label that somebody asks about (progress,
 *     accept, remote reference), so np_ and P@label do not change with f;
 *   - readiness for a rendezvous can be seen by `else`, later alternatives of
 *     unless and d_step guards beside a synchronous send: then f must not lead
 *     to a receive;
 *   - cycles of such steps keep an edge, since e never passes a location twice.
 * While e's process keeps control (atomic, d_step) no one can look at l, and f
 * may touch globals too. The process keeps control after the merged step iff
 * it does so after e and after f: had it not after e, others could still run
 * before the next step.
 * Not for a process with a `provided` clause (f might be blocked) and not at
 * all where single steps are visible: priorities (f holds others back), _last,
 * enabled(), pc_value(), formulas with X, and never claims, which may count
 * steps.
 */
#include <string.h>

#include "model/simplify_parts.h"

enum { SEEN_LABELS = LOC_ACCEPT | LOC_PROGRESS | LOC_REMOTE };

struct merge {
  struct simplify *s;
  struct pg_proc *p;
  uint32_t proc;
  bool rendezvous;                /* some channel has no buffer */
  bool readiness;                 /* and somebody can tell whether a partner is ready */
};

/* ---- is the model one whose steps may be merged? ---- */

static bool
has_next (const struct pg_ltl *f)
{
  return f && (f->op == LTL_NEXT || has_next (f->kid[0]) || has_next (f->kid[1]));
}

struct find_op {
  struct visit visit;
  enum pg_op op;
  bool found;
};

static void
see_op (struct visit *v, struct pg_expr *e)
{
  struct find_op *f = (struct find_op *) v;
  f->found |= e->op == f->op;
}

static bool
steps_are_visible (struct simplify *s)
{
  const struct pg *pg = s->pg;
  if (pg->uses_priority || pg->uses_last || pg->uses_enabled)
    return true;
  for (uint32_t i = 0; i < pg->nproperties; i++)
    if (pg->properties[i].kind == PROP_NEVER || has_next (pg->properties[i].formula))
      return true;
  struct find_op pc = {.visit = {.see = see_op, .s = s}, .op = E_PC_VALUE};
  visit_everything (&pc.visit);
  return pc.found;
}

static bool
has_rendezvous (const struct pg *pg)
{
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    if (!pg->chan_types[c].capacity)
      return true;
  return false;
}

/* Edge `later` may be taken or not depending on whether `send` can. */
static bool
looks_at (const struct pg_edge *later, const struct pg_edge *send)
{
  return later->group != send->group || later->acts[0].kind == ACT_ELSE ||
         (later->pick && later->pick == send->pick);
}

static bool
location_sees_readiness (const struct pg_edge *edges, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n && edges[i].acts[0].kind == ACT_SEND; j++)
      if (looks_at (&edges[j], &edges[i]))
        return true;
  return false;
}

static bool
readiness_is_visible (const struct pg *pg)
{
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t l = 0; l < pg->procs[p].nlocs; l++) {
      const struct pg_loc *loc = &pg->procs[p].locs[l];
      if (location_sees_readiness (pg->procs[p].edges + loc->first_edge, loc->nedges))
        return true;
    }
  return false;
}

/* ---- what an edge's actions touch and risk ---- */

/* Nobody else can change the expression's value. With `control` nobody else
 * runs, and only what the step itself changes must be left out. */
static bool
expr_is_steady (const struct merge *m, const struct pg_expr *e, bool control)
{
  if (!e)
    return true;
  if (e->op == E_LOAD) {
    if (!control && e->place->region == REGION_GLOBAL && !m->s->constant[e->place->var])
      return false;
    for (uint8_t k = 0; k < e->place->nindex; k++)
      if (!expr_is_steady (m, e->place->index[k], control))
        return false;
    return true;
  }
  if (e->op > E_COND && e->op != E_PID && !(control && e->op >= E_LEN && e->op <= E_NFULL))
    return false;
  return expr_is_steady (m, e->kid[0], control) && expr_is_steady (m, e->kid[1], control) &&
         expr_is_steady (m, e->kid[2], control);
}

static bool
place_is_own (const struct merge *m, const struct pg_place *place, bool control)
{
  if (!control && (place->region == REGION_GLOBAL || m->s->watched[simplify_var (m->s, m->proc, place)]))
    return false;
  for (uint8_t k = 0; k < place->nindex; k++)
    if (!expr_is_steady (m, place->index[k], control))
      return false;
  return true;
}

/* Always executable, and no step of another process depends on it. */
static bool
act_is_own (const struct merge *m, const struct pg_act *a, bool control)
{
  switch (a->kind) {
  case ACT_GUARD:
    return act_is_skip (a);
  case ACT_ASSIGN:
    return place_is_own (m, a->place, control) && expr_is_steady (m, a->expr, control);
  case ACT_ASSERT: case ACT_PRINT: case ACT_PRINTM:
    for (uint32_t i = 0; i < a->nargs; i++)
      if (!expr_is_steady (m, a->args[i], control))
        return false;
    return expr_is_steady (m, a->expr, control);
  default:
    return false;
  }
}

/* The execution may end here. What print evaluates is never reported. */
static bool
act_may_stop (const struct merge *m, const struct pg_act *a)
{
  if (a->kind == ACT_ASSIGN && place_may_fault (m->s, m->proc, a->place))
    return true;
  return (a->kind == ACT_ASSIGN || a->kind == ACT_ASSERT) && expr_may_fault (m->s, m->proc, a->expr);
}

static bool
arity_is_certain (const struct pg *pg, const struct pg_msg *msg)
{
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    if (pg->chan_types[c].nfields != msg->nargs)
      return false;
  return true;
}

/* May report something and go on. */
static bool
act_may_complain (const struct merge *m, const struct pg_act *a)
{
  const struct pg *pg = m->s->pg;
  if (a->kind == ACT_SEND || a->kind == ACT_RECV)
    return m->rendezvous || pg->nexclusives || pg->trace_proc != PG_ALL || !arity_is_certain (pg, a->msg);
  return a->kind == ACT_ASSERT && !(a->expr->op == E_CONST && a->expr->value);
}

static bool
edge_may_complain (const struct merge *m, const struct pg_edge *e)
{
  for (uint32_t i = 0; i < e->nacts; i++)
    if (act_may_complain (m, &e->acts[i]))
      return true;
  return false;
}

static bool
leads_to_receive (const struct merge *m, const struct pg_edge *f)
{
  const struct pg_loc *l = &m->p->locs[f->dst];
  for (uint32_t i = 0; i < l->nedges; i++)
    if (m->p->edges[l->first_edge + i].acts[0].kind == ACT_RECV)
      return true;
  return false;
}

/* ---- may e take over f? ---- */

static bool
passes (const struct pg_edge *e, uint32_t loc)
{
  for (uint32_t i = 0; i < e->nthrough; i++)
    if (e->through[i] == loc)
      return true;
  return false;
}

static bool
loops (const struct pg_edge *e, const struct pg_edge *f)
{
  if (f == e || f->dst == f->src || passes (e, f->src) || passes (e, f->dst))
    return true;
  for (uint32_t i = 0; i < f->nthrough; i++)
    if (passes (e, f->through[i]))
      return true;
  return false;
}

/* The one edge that follows e, if e may take it over. */
static const struct pg_edge *
follower (const struct merge *m, const struct pg_edge *e)
{
  if (e->dst == PG_ALL || m->p->locs[e->dst].nedges != 1 || (m->p->locs[e->dst].flags & SEEN_LABELS))
    return NULL;
  const struct pg_edge *f = &m->p->edges[m->p->locs[e->dst].first_edge];
  if (f->dst == PG_ALL || (m->p->locs[f->dst].flags & SEEN_LABELS) || loops (e, f))
    return NULL;
  if ((f->flags & EDGE_DSTEP) && !(e->flags & EDGE_DSTEP))
    return NULL;
  bool loses_control = e->acts[0].kind == ACT_SEND && m->rendezvous;
  bool control = e->flags && !loses_control;
  bool complains = edge_may_complain (m, e);
  for (uint32_t i = 0; i < f->nacts; i++) {
    const struct pg_act *a = &f->acts[i];
    bool stops = act_may_stop (m, a), reports = act_may_complain (m, a);
    if (!act_is_own (m, a, control) || (stops && !control))
      return NULL;
    if (complains && (stops || reports) && !(e->flags & EDGE_DSTEP))
      return NULL;
    complains |= reports;
  }
  return !control && m->readiness && leads_to_receive (m, f) ? NULL : f;
}

/* ---- merging ---- */

static void
take_over (struct merge *m, struct pg_edge *e, const struct pg_edge *f)
{
  struct arena *arena = &m->s->pg->arena;
  struct pg_act *acts = arena_alloc (arena, (e->nacts + f->nacts) * sizeof *acts);
  uint32_t n = 0;
  for (uint32_t i = 0; i < e->nacts + f->nacts; i++) {
    const struct pg_act *a = i < e->nacts ? &e->acts[i] : &f->acts[i - e->nacts];
    if (!act_is_skip (a) || (!n && i + 1 == e->nacts + f->nacts))
      acts[n++] = *a;
  }
  uint32_t *through = arena_alloc (arena, (e->nthrough + f->nthrough + 1) * sizeof *through);
  if (e->nthrough)
    memcpy (through, e->through, e->nthrough * sizeof *through);
  through[e->nthrough] = f->src;
  if (f->nthrough)
    memcpy (through + e->nthrough + 1, f->through, f->nthrough * sizeof *through);
  if (e->text && f->text)
    e->text = arena_printf (arena, "%s; %s", e->text, f->text);
  e->acts = acts;
  e->nacts = n;
  e->through = through;
  e->nthrough += f->nthrough + 1;
  e->flags = e->flags ? f->flags : 0;
  e->dst = f->dst;
}

/* Locations that are passed and nowhere arrived at lose their edges, and then
 * perhaps others that only these led to. */
static bool
remove_passed (struct pg_proc *p)
{
  bool *arrived = mem_zalloc (p->nlocs * sizeof *arrived), *passed = mem_zalloc (p->nlocs * sizeof *passed);
  arrived[p->start] = true;
  for (uint32_t i = 0; i < p->nedges; i++) {
    if (p->edges[i].dst != PG_ALL)
      arrived[p->edges[i].dst] = true;
    for (uint32_t k = 0; k < p->edges[i].nthrough; k++)
      passed[p->edges[i].through[k]] = true;
  }
  uint32_t kept = 0, before = p->nedges;
  for (uint32_t i = 0; i < before; i++) {
    uint32_t src = p->edges[i].src;
    if (passed[src] && !arrived[src])
      p->locs[src].flags |= LOC_MERGED;
    else
      p->edges[kept++] = p->edges[i];
  }
  p->nedges = kept;
  mem_free (arrived);
  mem_free (passed);
  return kept < before;
}

void
simplify_merge (struct simplify *s)
{
  if (steps_are_visible (s))
    return;
  struct merge m = {.s = s, .rendezvous = has_rendezvous (s->pg)};
  m.readiness = m.rendezvous && readiness_is_visible (s->pg);
  for (m.proc = 0; m.proc < s->pg->nprocs; m.proc++) {
    m.p = &s->pg->procs[m.proc];
    if (!simplify_runs (m.p) || m.p->provided || !m.p->nlocs)
      continue;
    for (uint32_t i = 0; i < m.p->nedges; i++)
      for (const struct pg_edge *f; (f = follower (&m, &m.p->edges[i]));)
        take_over (&m, &m.p->edges[i], f);
    while (remove_passed (m.p))
      ;
  }
}
