/* Steps that nobody can see become part of the steps beside them.
 *
 * Idea. Edge e leads to location l, whose only edge f never blocks. If nobody
 * can tell when f is taken, or when e is, then e does the work of f at once and
 * leads where f does; when nothing leads to l any more, its edge is removed.
 * Source. Statement merging: G. Holzmann, "The engineering of a model checker:
 * the GNU i-protocol case study revisited", SPIN 1999; "The SPIN Model
 * Checker", 2003, ch. 9. Movers: R. Lipton, "Reduction", CACM 18(12), 1975.
 * Where we differ. SPIN merges only steps that are both local and have no
 * alternatives. Here one of the two suffices: f is a left mover after anything
 * (a global step, one of several choices, half of a rendezvous), or e is a
 * right mover before a global f. Globals that never change count as local. A
 * location with several ways in is copied into each of them.
 * Why that is sound. A step that touches only what its process alone can see
 * commutes with every step of every other process. So an execution in which
 * others move between e and f is equivalent to one where they do not: f comes
 * right after e, or e right before f; and if f never comes, then f can be
 * inserted, or e left out. States at l are not lost for anybody:
 *   - at l nothing is deadlocked and `timeout` is false, because f can run;
 *     before a right mover e likewise, because e can;
 *   - a left mover's own error would hide what others do before it: so it has
 *     none; an assertion (which goes on) is merged only if nothing else in the
 *     step can be reported, since a step reports one fault;
 *   - the mover neither leaves nor enters a location with a label that somebody
 *     asks about (progress, accept, remote reference), so np_ and P@label do
 *     not change with it, and f does not ask;
 *   - readiness for a rendezvous can be seen by `else`, by later alternatives
 *     of unless and by d_step guards beside a synchronous send: then a left
 *     mover must not lead to a receive, nor a right mover stay at one;
 *   - a right mover is as executable later as it is now: its guard, those that
 *     `else` looks at, and no escape comes before it; and it need not be taken
 *     at once, as where the process has control;
 *   - cycles of such steps keep an edge, since e never passes a location twice.
 * While e's process keeps control (atomic, d_step) no one can look at l, and
 * nothing is asked of e and f. After the merged step the process keeps control
 * as after f, but not if others could run after e and f was moved: they still
 * can run before the next step.
 * Fairness. Whoever waits at l could be disabled there and nowhere else on a cycle; without l weak
 * fairness would then ask for its step. Of what others can do only two things depend on where the
 * process is: a rendezvous, for which readiness counts as seen; and `timeout`, which is false at l
 * and, unless e itself waits for it, false before e as well. Strong fairness does not mind the
 * latter: nobody can move between such an e and f.
 * Priorities. A process at l holds those of lower priority back, as long as f is not taken: but f
 * can be taken before any of them moves, and who is of no lower priority is not held back. Neither
 * f nor a right mover changes a priority. Only a rendezvous shows more: whether its partner is held back.
 * Not for a process with a `provided` clause (f might be blocked) and not at
 * all where single steps are visible: priorities beside a rendezvous, _last,
 * enabled(), pc_value(), formulas with X, and never claims, which may count
 * steps.
 */
#include <string.h>

#include "base/vec.h"
#include "model/simplify_parts.h"

enum { SEEN_LABELS = LOC_ACCEPT | LOC_PROGRESS | LOC_REMOTE };

struct merge {
  struct simplify *s;
  struct pg_proc *p;
  uint32_t proc;
  bool rendezvous;                /* some channel has no buffer */
  bool readiness;                 /* and somebody can tell whether a partner is ready */
  bool *entered;                  /* per location: some edge arrives there and keeps control */
};

/* ---- what an edge's actions touch and risk ---- */

/* Nobody else can change the expression's value. */
static bool
expr_is_steady (const struct merge *m, const struct pg_expr *e)
{
  if (!e)
    return true;
  if (e->op == E_LOAD) {
    if (e->place->region == REGION_GLOBAL && !m->s->constant[e->place->var])
      return false;
    for (uint8_t k = 0; k < e->place->nindex; k++)
      if (!expr_is_steady (m, e->place->index[k]))
        return false;
    return true;
  }
  if ((e->op > E_COND && e->op < E_UDIV && e->op != E_PID) || e->op == E_INPUT)
    return false;
  return expr_is_steady (m, e->kid[0]) && expr_is_steady (m, e->kid[1]) && expr_is_steady (m, e->kid[2]);
}

static bool
place_is_own (const struct merge *m, const struct pg_place *place)
{
  if (place->region == REGION_GLOBAL || m->s->watched[simplify_var (m->s, m->proc, place)])
    return false;
  for (uint8_t k = 0; k < place->nindex; k++)
    if (!expr_is_steady (m, place->index[k]))
      return false;
  return true;
}

/* Always executable, and independent of every step of another process. */
static bool
act_is_own (const struct merge *m, const struct pg_act *a)
{
  switch (a->kind) {
  case ACT_GUARD:
    return act_is_skip (a);
  case ACT_ASSIGN:
    return place_is_own (m, a->place) && expr_is_steady (m, a->expr);
  case ACT_ASSERT:
    return expr_is_steady (m, a->expr);
  case ACT_PRINT: case ACT_PRINTM:          /* what is printed is no part of a state */
    for (uint32_t i = 0; i < a->nargs; i++)
      if (pg_expr_has (a->args[i], E_RUN))
        return false;
    return !a->expr || !pg_expr_has (a->expr, E_RUN);
  default:
    return false;
  }
}

/* The execution may end here. What print evaluates is never reported. */
static bool
act_may_stop (const struct merge *m, const struct pg_act *a)
{
  if (a->kind == ACT_PRINT || a->kind == ACT_PRINTM)
    return false;
  return a->kind == ACT_CHECK || (a->place && place_may_fault (m->s, m->proc, a->place)) || expr_may_fault (m->s, m->proc, a->expr);
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
    return m->rendezvous || pg_promela (pg)->nexclusives || pg_trace (pg) || !arity_is_certain (pg, a->msg);
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
has_receive (const struct merge *m, uint32_t loc)
{
  const struct pg_loc *l = &m->p->locs[loc];
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

/* Whether e can be taken depends on nothing that others can change. */
static bool
edge_is_steady (const struct merge *m, const struct pg_edge *e)
{
  const struct pg_loc *l = &m->p->locs[e->src];
  const struct pg_edge *first = &m->p->edges[l->first_edge];
  if (e->group != first->group)
    return false;
  bool looks = e->acts[0].kind == ACT_ELSE || e->pick;
  for (const struct pg_edge *before = first; before < e && looks; before++)
    if (before->acts[0].kind != ACT_GUARD || !expr_is_steady (m, before->acts[0].expr))
      return false;
  return e->acts[0].kind != ACT_GUARD || expr_is_steady (m, e->acts[0].expr);
}

/* Nobody can tell whether e is taken now or later. */
static bool
edge_can_wait (const struct merge *m, const struct pg_edge *e)
{
  const struct pg_loc *l = &m->p->locs[e->src];
  if (e->flags || m->entered[e->src] || (l->flags & SEEN_LABELS) || (m->readiness && has_receive (m, e->src)) || !edge_is_steady (m, e))
    return false;
  for (uint32_t i = 0; i < e->nacts; i++)
    if ((i || (e->acts[0].kind != ACT_GUARD && e->acts[0].kind != ACT_ELSE)) && !act_is_own (m, &e->acts[i]))
      return false;
  return true;
}

/* Nobody can tell whether f, which follows e, is taken now or later. */
static bool
edge_can_hurry (const struct merge *m, const struct pg_edge *f)
{
  for (uint32_t i = 0; i < f->nacts; i++)
    if (!act_is_own (m, &f->acts[i]) || act_may_stop (m, &f->acts[i]))
      return false;
  return !(m->p->locs[f->dst].flags & SEEN_LABELS) && !(m->readiness && has_receive (m, f->dst));
}

/* f never blocks, and does not ask where the process is. */
static bool
edge_is_ready (const struct merge *m, const struct pg_edge *f)
{
  const struct pg_act *a = &f->acts[0];
  if (edge_asks_where (m->s, f))
    return false;
  return act_is_skip (a) || a->kind == ACT_ASSIGN || a->kind == ACT_ASSERT || a->kind == ACT_PRINT ||
         a->kind == ACT_PRINTM || (a->kind == ACT_GUARD && a->expr->op == E_RUN);
}

/* No report would be lost in one step of both. */
static bool
edges_report_all (const struct merge *m, const struct pg_edge *e, const struct pg_edge *f)
{
  bool complains = edge_may_complain (m, e);
  for (uint32_t i = 0; i < f->nacts; i++) {
    bool reports = act_may_complain (m, &f->acts[i]);
    if (complains && (reports || act_may_stop (m, &f->acts[i])))
      return false;
    complains |= reports;
  }
  return true;
}

/* No edge takes over more than so many others: linear cost, readable steps. */
enum { MERGE_MOST = 100 };

/* The one edge that follows e, if e may take it over; *control: whether the
 * process then keeps control as after f. */
static const struct pg_edge *
follower (const struct merge *m, const struct pg_edge *e, bool *control)
{
  if (e->dst == PG_ALL || m->p->locs[e->dst].nedges != 1 ||
      (m->p->locs[e->dst].flags & SEEN_LABELS))
    return NULL;
  const struct pg_edge *f = &m->p->edges[m->p->locs[e->dst].first_edge];
  bool dstep = e->flags & EDGE_DSTEP, loses_control = e->acts[0].kind == ACT_SEND && m->rendezvous;
  if (f->dst == PG_ALL || e->nthrough + f->nthrough >= MERGE_MOST || loops (e, f))
    return NULL;
  if (!edge_is_ready (m, f) || !(dstep || edges_report_all (m, e, f)))
    return NULL;
  *control = true;
  if ((e->flags && !loses_control) || edge_can_wait (m, e))
    return f;
  *control = e->flags;
  if (m->s->pg->fair && !m->s->pg->strongly_fair && e->acts[0].kind == ACT_GUARD && pg_expr_has (e->acts[0].expr, E_TIMEOUT))
    return NULL;
  /* not into an atomic: its inside would be seen where its start was */
  return !f->flags && edge_can_hurry (m, f) ? f : NULL;
}

/* ---- merging ---- */

static void
take_over (struct merge *m, struct pg_edge *e, const struct pg_edge *f, bool control)
{
  assert (e->dst == f->src && e != f && f->dst != PG_ALL);      /* one after the other, and only f of that place */
  assert (m->p->locs[f->src].nedges == 1 && !passes (e, f->src));
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
  assert (n > 0 && n <= e->nacts + f->nacts);
  e->acts = acts;
  e->nacts = n;
  e->through = through;
  e->nthrough += f->nthrough + 1;
  e->flags = control ? f->flags : 0;
  e->dst = f->dst;
}

static void
merge_followers (struct merge *m, struct pg_edge *e)
{
  const struct pg_edge *f;
  bool control;
  while ((f = follower (m, e, &control)))
    take_over (m, e, f, control);
}

/* Only edges of locations that are still arrived at: those of passed ones
 * disappear, and a long sequence is merged once, not from each of its steps. */
static void
merge_from_start (struct merge *m)
{
  bool *seen = mem_zalloc (m->p->nlocs * sizeof *seen);
  VEC (uint32_t) work = {0};
  seen[m->p->start] = true;
  VEC_PUSH (work, m->p->start);
  while (work.count) {
    const struct pg_loc *l = &m->p->locs[VEC_POP (work)];
    for (uint32_t i = 0; i < l->nedges; i++) {
      struct pg_edge *e = &m->p->edges[l->first_edge + i];
      merge_followers (m, e);
      if (e->dst != PG_ALL && !seen[e->dst]) {
        seen[e->dst] = true;
        VEC_PUSH (work, e->dst);
      }
    }
  }
  VEC_FREE (work);
  mem_free (seen);
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
  assert (kept <= before && (p->locs[p->start].flags & LOC_MERGED) == 0);
  p->nedges = kept;
  mem_free (arrived);
  mem_free (passed);
  return kept < before;
}

/* Merging never makes an edge keep control where none did before, so this
 * stays true to the end. */
static void
find_entered (struct merge *m)
{
  m->entered = mem_zalloc (m->p->nlocs * sizeof *m->entered);
  for (uint32_t i = 0; i < m->p->nedges; i++)
    if (m->p->edges[i].dst != PG_ALL && m->p->edges[i].flags)
      m->entered[m->p->edges[i].dst] = true;
}

void
simplify_merge (struct simplify *s)
{
  if (simplify_steps_visible (s))
    return;
  struct merge m = {.s = s, .rendezvous = simplify_has_rendezvous (s->pg)};
  m.readiness = m.rendezvous && (s->pg->fair || simplify_readiness_visible (s->pg));
  for (m.proc = 0; m.proc < s->pg->nprocs; m.proc++) {
    m.p = &s->pg->procs[m.proc];
    if (!pg_runs (m.p) || pg_provided (m.p) || !m.p->nlocs)
      continue;
    find_entered (&m);
    merge_from_start (&m);
    mem_free (m.entered);
    while (remove_passed (m.p))
      ;
  }
}
