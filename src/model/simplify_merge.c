/* Unobservable steps become part of adjacent steps.
 *
 * Idea. Edge e leads to location l, whose only edge f never blocks. If it is not observable when f is executed, or when e
 * is, then e executes f's actions at once and leads to f's target; when nothing leads to l any more, its edge is removed.
 * Source. Statement merging: G. Holzmann, "The engineering of a model checker: the GNU i-protocol case study revisited",
 * SPIN 1999; G. Holzmann, The SPIN Model Checker, Addison-Wesley 2003, chapter 9. Movers: R. Lipton, "Reduction: a method
 * of proving properties of parallel programs", Communications of the ACM 18 (1975).
 * Where we differ. SPIN merges only steps that are both local and have no alternatives. Here one of the two suffices: f is
 * a left mover after anything (a global step, one of several choices, half of a rendezvous), or e is a right mover before a
 * global f. Globals that never change count as local. A location with several incoming edges is copied into each of them.
 * Why that is sound. A step that accesses only what no other process observes commutes with every step of every other
 * process. So an execution in which others move between e and f is equivalent to one in which they do not: f comes directly
 * after e, or e directly before f; and if f never comes, then f can be inserted, or e left out. No information about states
 * at l is lost:
 *   - at l there is no deadlock and `timeout` is false, because f is executable; before a right mover e likewise, because e
 *     is;
 *   - an error of a left mover would hide what others do before it: so it has none; an assertion (after which execution
 *     continues) is merged only if nothing else in the step can be reported, since a step reports one fault;
 *   - the mover neither leaves nor enters a location with an observed label (progress, accept, remote reference), so np_
 *     and P@label do not change with it, and f does not read them;
 *   - readiness for a rendezvous is observed by `else`, by later alternatives of unless and by d_step guards beside a
 *     synchronous send: then a left mover must not lead to a receive, nor a right mover stay at one;
 *   - a right mover is as executable later as it is now: its guard, those that `else` tests, and no escape comes before it;
 *     and it need not be executed at once, as it must where the process has control;
 *   - cycles of such steps keep an edge, since e never passes a location twice.
 * While e's process keeps control (atomic, d_step) no other process can observe l, and nothing is required of e and f.
 * After the merged step the process keeps control as after f, but not if others could run after e and f was moved: they
 * still can run before the next step.
 * Fairness. A process that waits at l could be disabled there and nowhere else on a cycle; without l weak fairness would
 * then require its step. Of what others can do only two things depend on the location of the process: a rendezvous, for
 * which readiness counts as observed; and `timeout`, which is false at l and, unless e itself waits for it, false before e
 * as well. Strong fairness is not affected by the latter: no other process can move between such an e and f.
 * Priorities. A process at l blocks those of lower priority as long as f is not executed: but f can be executed before any
 * of them moves, and processes of equal or higher priority are not blocked. Neither f nor a right mover changes a priority.
 * Only a rendezvous depends on more: whether its partner is blocked by priority.
 * Not for a process with a `provided` clause (f might be blocked) and not at all where single steps are visible: priorities
 * beside a rendezvous, _last, enabled(), pc_value(), formulas with X, and never claims, which may count steps. */
#include <string.h>

#include "base/vec.h"
#include "model/simplify_parts.h"

enum { SEEN_LABELS = LOC_ACCEPT | LOC_PROGRESS | LOC_REMOTE };

struct merge {
  struct simplify *s;
  struct pg_proc *p;
  uint32_t proc;
  bool rendezvous;                /* some channel has no buffer */
  bool readiness;                 /* and whether a partner is ready is observed */
  bool *entered;                  /* per location: some edge leads there and keeps control */
};

/* ---- what an edge's actions touch and risk ---- */

/* Whether no other process can change the value of the expression. */
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

/* Whether the action is always executable, and independent of every step of another process. */
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
  case ACT_PRINT: case ACT_PRINTM:          /* output is not part of a state */
    for (uint32_t i = 0; i < a->nargs; i++)
      if (pg_expr_has (a->args[i], E_RUN))
        return false;
    return !a->expr || !pg_expr_has (a->expr, E_RUN);
  default:
    return false;
  }
}

/* Whether the execution may end at this action. Faults in the arguments of print are never reported. */
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

/* Whether the action may report a fault after which the execution continues. */
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

/* ---- whether e may be merged with f ---- */

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

/* Whether the executability of e does not depend on other processes. */
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

/* Whether e is a right mover: a later execution is not observable. */
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

/* Whether f is a left mover: its execution directly after e is not observable. */
static bool
edge_can_hurry (const struct merge *m, const struct pg_edge *f)
{
  for (uint32_t i = 0; i < f->nacts; i++)
    if (!act_is_own (m, &f->acts[i]) || act_may_stop (m, &f->acts[i]))
      return false;
  return !(m->p->locs[f->dst].flags & SEEN_LABELS) && !(m->readiness && has_receive (m, f->dst));
}

/* Whether f never blocks, and does not read the location of the process. */
static bool
edge_is_ready (const struct merge *m, const struct pg_edge *f)
{
  const struct pg_act *a = &f->acts[0];
  if (edge_asks_where (m->s, f))
    return false;
  return act_is_skip (a) || a->kind == ACT_ASSIGN || a->kind == ACT_ASSERT || a->kind == ACT_PRINT ||
         a->kind == ACT_PRINTM || (a->kind == ACT_GUARD && a->expr->op == E_RUN);
}

/* Whether no report is lost if both are one step. */
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

/* Limit on the edges merged into one: linear cost, readable steps. */
enum { MERGE_MOST = 100 };

/* The only edge after e, if it may be merged into e; *control: whether the process then keeps control as after f. */
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
  /* not into an atomic sequence: its inside would become observable */
  return !f->flags && edge_can_hurry (m, f) ? f : NULL;
}

/* ---- merging ---- */

static void
take_over (struct merge *m, struct pg_edge *e, const struct pg_edge *f, bool control)
{
  assert (e->dst == f->src && e != f && f->dst != PG_ALL);      /* f directly follows e, and is the only edge of its location */
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

/* Merges only edges of locations that are still targets: those of passed ones are removed, and a long sequence is merged
 * once, not from each of its steps. */
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

/* Removes the edges of locations that are passed and no longer targets; then possibly those of locations that only these
 * edges reached. */
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

/* Finds the locations entered with control. Merging never makes an edge keep control where none did before, so the result
 * stays valid. */
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
