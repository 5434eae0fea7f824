/* Conditional stubborn sets: what a process wants in the set, step by step.
 *
 * Idea. For a step that is enabled, take in every process that may interfere with
 * it; for one that waits, choose a condition of its guard that is false now and take
 * in every process that may make it true. When nothing more is to be taken in
 * (close_set in ample.c), the enabled steps of the set are persistent.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent
 * programs using partial orders and on-the-fly transactions", CAV 2006, Fig. 3;
 * P. Godefroid, LNCS 1032, section 4.5.
 * Where we differ. The set is kept as processes: who has one step in it has all
 * of the steps of its present location in it. What leads a process to a step
 * that it may come to begins at its present location, so rule (a) i adds the
 * process. Interference is looked up in the sum of what is reachable from there
 * (future.c), with the conditional rules for channels of conflict.c. Of several
 * false conditions the one is taken that adds the fewest processes. The sets are
 * strong: every enabled step of one stays enabled whatever others do. Weak
 * ones (one such step is enough) would not do for the search's cycle condition, which
 * goes by any step of the set (dfs.c).
 * Why sound. A larger set than Fig. 3's with the same closure properties: nothing
 * outside changes a location of the set; one that is enabled stays so and
 * commutes; a step that waits goes on waiting until one of the set is taken,
 * because its false condition stays false. For that it must be reached without
 * failing, as a guard that fails counts as enabled: a condition before it that may fail counts with
 * it, and one behind the first that is false is chosen only if all up to it never fail. */
#include <assert.h>

#include <string.h>

#include "base/mutant.h"
#include "reduce/conflict.h"

struct condition {
  struct inspector_expr expr;
  struct now now;                 /* what it reads, and what those before it read that may fail */
  bool sure;                      /* can be computed in every state */
};

/* What an edge waits for, if it does. */
struct waits {
  struct now any;                 /* all that decides about it */
  struct condition *parts; uint32_t nparts;   /* of its guard, joined by &&, if nothing else does */
};

/* ---- conditions ---- */

struct reading {
  const struct facts *f;
  uint64_t *set;
  bool plain;                     /* variables alone */
};

static void
see_read (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct reading *r = context;
  if (e->op == E_LOAD && e->place->region == REGION_GLOBAL) {
    bool constant = e->place->nindex == 1 && e->place->index[0]->op == E_CONST;
    facts_add_access (r->f, proc, &(struct pg_access) {OBJ_GLOBAL, PG_ALL, e->place->var,
                      e->place->nindex == 0 ? 0 : constant ? (uint32_t) e->place->index[0]->value : PG_ALL}, r->set);
  }
  bool known = e->op == E_CONST || e->op == E_LOAD || e->op == E_PID || (e->op >= E_NEG && e->op <= E_COND);
  r->plain &= known;
}

static bool
add_parts (struct facts *f, uint32_t proc, const struct pg_expr *e, struct waits *w)
{
  if (e->op == E_AND)
    return add_parts (f, proc, e->kid[0], w) && add_parts (f, proc, e->kid[1], w);
  struct condition *more = arena_alloc (&f->arena, (w->nparts + 1) * sizeof *more);
  struct reading r = {.f = f, .plain = true};
  r.set = arena_alloc (&f->arena, f->words * 8);
  walk_expr (e, proc, see_read, &r);
  for (uint32_t i = 0; i < w->nparts; i++) {
    more[i] = w->parts[i];
    if (!more[i].sure && !MUTANT (reduce_stubborn_fails_free))
      bits_join (r.set, more[i].now.touches, f->words);
  }
  more[w->nparts++] = (struct condition) {f->inspector->class->compile (f->inspector, e, &f->pg->procs[proc]),
                                          {.touches = r.set, .writes = w->any.writes}, !facts_may_fail (f, proc, e)};
  w->parts = more;
  return r.plain;
}

/* While a part of the guard is false, nothing else matters. Under a provided clause an edge may
 * wait although its guard is not false, but cannot be evaluated; one that is passed over for another edge of its
 * location may too, but then that one is enabled, and in the set with it. */
static bool
decides_alone (const struct pg_proc *p, const struct pg_edge *e)
{
  return (!p->provided || MUTANT (reduce_stubborn_provided)) && e->acts[0].kind == ACT_GUARD;
}

static void
find_waits (struct ample *a, uint32_t proc, uint32_t edge)
{
  struct facts *f = &a->f;
  const struct pg_edge *e = &f->pg->procs[proc].edges[edge];
  const struct now *step = &f->procs[proc].step[edge];
  struct waits *w = &a->waits[proc][edge];
  w->any = (struct now) {.touches = f->procs[proc].edges[edge].reads, .does = f->procs[proc].edges[edge].does & (DOES_LOOK | DOES_END)};
  assert (e->src < f->pg->procs[proc].nlocs && step->touches);
  w->any.writes = arena_alloc (&f->arena, f->words * 8);
  w->any.uses = arena_alloc (&f->arena, (step->nuses + 1) * sizeof *step->uses);
  for (uint32_t i = 0; i < step->nuses; i++)
    if (!step->uses[i].inner)
      w->any.uses[w->any.nuses++] = step->uses[i];
  if (!decides_alone (&f->pg->procs[proc], e) || !add_parts (f, proc, e->acts[0].expr, w))
    w->nparts = 0;
}

/* ---- in a state ---- */

/* Adds those who may enable the edge, which is not enabled: by making one condition
 * of its guard true, which is false now. The one with the fewest is taken. After a false condition only such
 * are looked at that can be computed whatever holds. */
static void
may_enable (struct ample *a, uint32_t p, const struct waits *w, struct pids *in)
{
  struct inspector *v = a->f.inspector;
  struct pids best;
  bool found = false;
  for (uint32_t i = 0; i < w->nparts && (!found || w->parts[i].sure || MUTANT (reduce_stubborn_unsure)); i++) {
    struct pids some = *in;
    bool last = MUTANT (reduce_stubborn_last_condition);
    if (last ? i + 1 < w->nparts : v->class->eval (v, p, w->parts[i].expr) != 0)
      continue;
    ample_conflicts (a, p, &w->parts[i].now, &some);
    if (!found || bits_count (some.bits, PID_WORDS) < bits_count (best.bits, PID_WORDS))
      best = some;
    found = true;
  }
  if (found)
    *in = best;
  else
    ample_conflicts (a, p, &w->any, in);
}

void
stubborn_wants (struct ample *a, uint32_t p)
{
  struct member *m = &a->members[p];
  struct pids rest = a->movers;
  bits_remove (rest.bits, p);
  for (uint32_t e = m->first_edge; e < m->first_edge + m->nedges && !m->barred; e++) {
    if (!ample_edge_enabled (a, p, e)) {
      if (!MUTANT (reduce_stubborn_waits_free))
        may_enable (a, p, &a->waits[m->type][e], &m->wants);
    } else {
      const struct now *step = &a->f.procs[m->type].step[e];
      struct now blind = {.touches = step->writes, .writes = step->writes, .uses = step->uses, .nuses = step->nuses, .does = step->does};
      ample_conflicts (a, p, MUTANT (reduce_stubborn_reads_free) ? &blind : step, &m->wants);
    }
    m->barred = bits_within (rest.bits, m->wants.bits, PID_WORDS);
  }
}

void
stubborn_prepare (struct ample *a)
{
  const struct pg *pg = a->f.pg;
  facts_steps (&a->f);
  a->waits = arena_alloc (&a->f.arena, (pg->nprocs + 1) * sizeof *a->waits);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    a->waits[p] = arena_alloc (&a->f.arena, (pg->procs[p].nedges + 1) * sizeof **a->waits);
    for (uint32_t e = 0; e < pg->procs[p].nedges && facts_runs (&pg->procs[p]); e++)
      find_waits (a, p, e);
  }
}
