/* Conditional stubborn sets.
 *
 * Idea. Begin with the next steps of one process. For a step that is enabled,
 * take in every step that may interfere with it; for one that waits, choose a
 * condition of its guard that is false now and take in every step that may make
 * it true; for a step that another process may come to later, take in what
 * leads it there. When nothing more is to be taken in, the enabled steps of the
 * set are persistent.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent
 * programs using partial orders and on-the-fly transactions", CAV 2006, Fig. 3;
 * P. Godefroid, LNCS 1032, section 4.5.
 * Where we differ. The set is kept as processes: who has one step in it has all
 * of the steps of its present location in it. What leads a process to a step
 * that it may come to begins at its present location, so rule (a) i adds the
 * process. Interference is looked up in the sum of what is reachable from there
 * (future.c), with the conditional rules for channels of conflict.c. Every start
 * is tried, the smallest set is kept.
 * Why sound. A larger set than Fig. 3's with the same closure properties: nothing
 * outside changes a location of the set; a step of it that waits goes on waiting
 * until one of the set is taken, because its false condition stays false; one
 * that is enabled stays so and commutes. */
#include <assert.h>

#include "reduce/stubborn.h"

#include <string.h>

#include "base/mutant.h"
#include "reduce/conflict.h"

struct condition {
  struct inspector_expr expr;
  uint64_t *reads;
};

/* What an edge waits for, if it does. */
struct waits {
  struct now any;                 /* all that decides about it */
  struct condition *parts; uint32_t nparts;   /* of its guard, joined by &&, if nothing else does */
  struct now one;                 /* for one part */
};

struct stubborn {
  struct static_reduction base;
  struct ample *ample;
  struct waits **waits;           /* per process type and edge */
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
add_parts (struct stubborn *s, uint32_t proc, const struct pg_expr *e, struct waits *w)
{
  struct facts *f = &s->ample->f;
  if (e->op == E_AND)
    return add_parts (s, proc, e->kid[0], w) && add_parts (s, proc, e->kid[1], w);
  struct condition *more = arena_alloc (&f->arena, (w->nparts + 1) * sizeof *more);
  struct reading r = {.f = f, .plain = true};
  r.set = arena_alloc (&f->arena, f->words * 8);
  walk_expr (e, proc, see_read, &r);
  if (w->nparts)
    memcpy (more, w->parts, w->nparts * sizeof *more);
  assert (e->op != E_AND);
  more[w->nparts++] = (struct condition) {f->inspector->class->compile (f->inspector, e, &f->pg->procs[proc]), r.set};
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
find_waits (struct stubborn *s, uint32_t proc, uint32_t edge)
{
  struct facts *f = &s->ample->f;
  const struct pg_edge *e = &f->pg->procs[proc].edges[edge];
  const struct now *step = &f->procs[proc].step[edge];
  struct waits *w = &s->waits[proc][edge];
  w->any = (struct now) {.touches = f->procs[proc].edges[edge].reads, .does = f->procs[proc].edges[edge].does & (DOES_LOOK | DOES_END)};
  assert (e->src < f->pg->procs[proc].nlocs && step->touches);
  w->any.writes = w->one.writes = arena_alloc (&f->arena, f->words * 8);
  w->any.uses = arena_alloc (&f->arena, (step->nuses + 1) * sizeof *step->uses);
  for (uint32_t i = 0; i < step->nuses; i++)
    if (!step->uses[i].inner)
      w->any.uses[w->any.nuses++] = step->uses[i];
  if (!decides_alone (&f->pg->procs[proc], e) || !add_parts (s, proc, e->acts[0].expr, w))
    w->nparts = 0;
}

/* ---- in a state ---- */

/* What the edge, which is not enabled, waits for: the first of its guard's parts
 * that is false, as those after it may not be computable. */
static const struct now *
false_condition (struct stubborn *s, uint32_t pid, uint32_t type, uint32_t edge)
{
  struct waits *w = &s->waits[type][edge];
  struct inspector *v = s->ample->f.inspector;
  for (uint32_t i = 0; i < w->nparts; i++) {
    bool last = MUTANT (reduce_stubborn_last_condition);
    if (last ? i + 1 < w->nparts : v->class->eval (v, pid, w->parts[i].expr) != 0)
      continue;
    assert (!MUTANT (reduce_stubborn_last_condition) ? !v->class->eval (v, pid, w->parts[i].expr) : true);
    w->one.touches = w->parts[i].reads;
    return &w->one;
  }
  return &w->any;
}

/* Takes in all who may interfere with one step of p, or enable it. */
static void
take_in (struct stubborn *s, uint32_t p, uint32_t edge, bool enabled, const bool *near, bool *in)
{
  struct ample *a = s->ample;
  struct member *m = &a->members[p], kept = *m;
  assert (in[p] && edge < a->f.pg->procs[m->type].nedges);
  if (!enabled && MUTANT (reduce_stubborn_waits_free))
    return;
  struct now now = enabled ? a->f.procs[m->type].step[edge] : *false_condition (s, p, m->type, edge);
  if (MUTANT (reduce_stubborn_reads_free) && enabled)
    now.touches = now.writes;
  m->now = &now;
  m->asked = m->hopeless = false;
  for (uint32_t q = 0; q < a->nprocs; q++)
    in[q] = in[q] || (near[q] && ample_conflict (a, p, q));
  *m = kept;
}

/* Takes in all who may interfere with an enabled step of p, or enable one that
 * waits. Whoever does not conflict with all of its steps together conflicts with none. */
static void
take_in_all (struct stubborn *s, uint32_t p, bool *in)
{
  struct ample *a = s->ample;
  uint32_t location, type, n = 0;
  bool near[MAX_PROCS];
  for (uint32_t q = 0; q < a->nprocs; q++)
    n += near[q] = !in[q] && ample_conflict (a, p, q);
  a->f.inspector->class->process (a->f.inspector, p, &type, &location);
  const struct pg_loc *l = &a->f.pg->procs[type].locs[location];
  for (uint32_t i = 0; i < l->nedges && n; i++)
    take_in (s, p, l->first_edge + i, ample_edge_enabled (a, p, l->first_edge + i), near, in);
}

/* A step of p that can be taken now may change something visible. */
static bool
may_show (const struct ample *a, uint32_t p)
{
  const struct member *m = &a->members[p];
  uint32_t location, type;
  if (!(m->now->does & DOES_VISIBLE) || MUTANT (reduce_visibility_ignored))
    return false;
  a->f.inspector->class->process (a->f.inspector, p, &type, &location);
  const struct pg_loc *l = &a->f.pg->procs[type].locs[location];
  for (uint32_t i = 0; i < l->nedges; i++)
    if ((a->f.procs[type].step[l->first_edge + i].does & DOES_VISIBLE) && ample_edge_enabled (a, p, l->first_edge + i))
      return true;
  return false;
}

/* The closed set that begins with p; how many processes it has, 0 if it cannot
 * be a proper one. */
static uint32_t
close_set (struct stubborn *s, uint32_t p, bool *in)
{
  struct ample *a = s->ample;
  bool done[MAX_PROCS] = {false}, more = true;
  uint32_t n = 0;
  memset (in, 0, a->nprocs * sizeof *in);
  in[p] = true;
  while (more) {
    more = false;
    for (uint32_t m = 0; m < a->nprocs; m++) {
      if (!in[m] || done[m])
        continue;
      done[m] = more = true;
      n++;
      if (may_show (a, m) || (a->f.fair && ample_affects_enabled (a, m)))
        return 0;
      take_in_all (s, m, in);
    }
  }
  return n < a->nprocs ? n : 0;
}

static size_t
stubborn_choose (struct static_reduction *r, const uint32_t *state, trans_id *list, size_t count)
{
  struct stubborn *s = (struct stubborn *) r;
  struct ample *a = s->ample;
  size_t best = count;
  bool set[MAX_PROCS], in[MAX_PROCS];
  ample_look (a, state, list, count);
  for (uint32_t p = a->nprocs; p-- > 0;) {
    uint32_t members = a->members[p].able ? close_set (s, p, set) : 0;
    if (!members)
      continue;
    size_t n = ample_set_size (a, set);
    assert (set[p]);
    if (!n || n >= best)
      continue;
    best = n;
    memcpy (in, set, a->nprocs * sizeof *in);
    if (members == 1)
      break;
  }
  if (best < count)
    ample_bring_forward (a, list, in);
  assert (best && best <= count);
  return best;
}

/* ---- making one ---- */

static void
stubborn_free (struct static_reduction *r)
{
  struct stubborn *s = (struct stubborn *) r;
  static_free (&s->ample->base);
  mem_free (s);
}

static bool
stubborn_check (struct static_reduction *r, struct ts *ts, const uint32_t *state, const trans_id *list, size_t size, size_t limit,
                char *why, size_t room)
{
  return ample_check (&((struct stubborn *) r)->ample->base, ts, state, list, size, limit, why, room);
}

static const struct static_reduction_class class = {"stubborn", stubborn_choose, stubborn_check, stubborn_free};

struct static_reduction *
stubborn_new (const struct pg *pg, struct inspector *inspector, const struct ample_config *config, const char **why)
{
  struct ample *a = ample_of (ample_new (pg, inspector, config, why));
  if (!a)
    return NULL;
  struct stubborn *s = mem_zalloc (sizeof *s);
  *s = (struct stubborn) {.base.class = &class, .ample = a};
  facts_steps (&a->f);
  s->waits = arena_alloc (&a->f.arena, (pg->nprocs + 1) * sizeof *s->waits);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    s->waits[p] = arena_alloc (&a->f.arena, (pg->procs[p].nedges + 1) * sizeof **s->waits);
    for (uint32_t e = 0; e < pg->procs[p].nedges && facts_runs (&pg->procs[p]); e++)
      find_waits (s, p, e);
  }
  return &s->base;
}
