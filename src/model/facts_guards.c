/* What an edge waits for.
 *
 * Idea. A guard is a list of conditions joined by &&; while one of them is false the edge is disabled. Each condition is
 * kept with what it reads, to be evaluated in a state.
 * Source. Necessary enabling sets of guards: A. Valmari, "The state explosion problem", in: Lectures on Petri Nets I, LNCS
 * 1491, Springer 1998; P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, Springer
 * 1996, section 4.5.
 * Where we differ. The evaluation of a condition may fail, and a guard that fails counts as enabled.
 * Why that is sound. A condition that may fail counts together with those after it (reduce/stubborn.c). */
#include <assert.h>

#include "model/facts.h"

struct reading {
  const struct facts *f;
  uint64_t *set;
  bool plain;                     /* the guard reads only variables */
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
    if (!more[i].sure)
      bits_join (r.set, more[i].now.touches, f->words);
  }
  more[w->nparts++] = (struct condition) {f->compiler->class->compile (f->compiler, e, &f->pg->procs[proc]),
                                          {.touches = r.set, .writes = w->any.writes}, !facts_may_fail (f, proc, e)};
  w->parts = more;
  return r.plain;
}

/* Whether an edge is disabled whenever a condition of its guard is false, and only then. Not under a provided clause: the
 * edge may be disabled although its guard is not false but fails. An edge may also be passed over for another edge of its
 * location, but then that one is enabled, and in the set with it. */
static bool
decides_alone (const struct pg_proc *p, const struct pg_edge *e)
{
  return !pg_provided (p) && e->acts[0].kind == ACT_GUARD;
}

static void
find_waits (struct facts *f, uint32_t proc, uint32_t edge)
{
  const struct pg_edge *e = &f->pg->procs[proc].edges[edge];
  const struct now *step = &f->procs[proc].step[edge];
  struct waits *w = &f->procs[proc].waits[edge];
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

void
facts_guards (struct facts *f)
{
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    f->procs[p].waits = arena_alloc (&f->arena, (f->pg->procs[p].nedges + 1) * sizeof (struct waits));
    for (uint32_t e = 0; e < f->pg->procs[p].nedges && pg_runs (&f->pg->procs[p]); e++)
      find_waits (f, p, e);
  }
}
