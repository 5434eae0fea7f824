/* Variables that are used as locks.
 *
 * Idea. If a variable is changed from 0 only in the step that tests that it is 0, and is otherwise only set to 0, then the
 * first is like locking a mutex and the second like unlocking it. Two lock operations need not be tried in both orders at a
 * race, because they are never enabled together, provided that only the process that acquired the lock releases it.
 * Source. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, section 4.2:
 * L(o) skips releases.
 * Where we differ. Their programs have locks; models have variables. That only the holder releases a lock is not known
 * statically: exec_ts.c checks it during execution, and at the first violation the exploration restarts without locks.
 * Why that is sound. Up to the first step that releases a lock which its process does not hold, the model behaves like one
 * with locks. That step, if there is one, is found by the exploration with locks, because a process's own earlier steps
 * decide whether it holds the lock. */
#include "reduce/locks.h"

#include <assert.h>

enum { MOST_ELEMENTS = 1024 };    /* of an array of locks */

/* The x of !x or x == 0; NULL: the expression is neither. */
static const struct pg_place *
tested (const struct pg_expr *e)
{
  const struct pg_expr *x = e->op == E_NOT ? e->kid[0] : NULL;
  if (e->op == E_EQ)
    for (int k = 0; k < 2; k++)
      if (e->kid[k]->op == E_CONST && !e->kid[k]->value)
        x = e->kid[1 - k];
  return x && x->op == E_LOAD && x->place->region == REGION_GLOBAL && x->place->nindex < 2 ? x->place : NULL;
}

/* The action that is executed directly after the edge's first one, without interruption by another process; NULL: unknown. */
static const struct pg_act *
second_action (const struct pg_proc *p, const struct pg_edge *e)
{
  if (e->nacts > 1)
    return &e->acts[1];
  if (!e->flags || e->dst == PG_ALL || p->locs[e->dst].nedges != 1)
    return NULL;
  uint32_t ways = 0;
  for (uint32_t i = 0; i < p->nedges; i++)
    ways += p->edges[i].dst == e->dst;
  return ways == 1 && p->start != e->dst ? &p->edges[p->locs[e->dst].first_edge].acts[0] : NULL;
}

static struct lock_place
acquire_at (const struct pg *pg, const struct pg_proc *p, const struct pg_loc *l)
{
  if (l->nedges != 1 || pg_provided (p))
    return (struct lock_place) {0};
  const struct pg_edge *e = &p->edges[l->first_edge];
  const struct pg_place *place = e->acts[0].kind == ACT_GUARD ? tested (e->acts[0].expr) : NULL;
  const struct pg_act *next = place ? second_action (p, e) : NULL;
  if (!next || next->kind != ACT_ASSIGN || next->expr->op != E_CONST || !pg_place_same (place, next->place))
    return (struct lock_place) {0};
  const struct pg_var *var = &pg->vars[place->var];
  uint32_t stored = var->type.bits < 32 ? ((uint32_t) 1 << var->type.bits) - 1 : UINT32_MAX;
  if (!((uint32_t) next->expr->value & stored) || pg_var_elements (var) > MOST_ELEMENTS)
    return (struct lock_place) {0};
  assert (place->region == REGION_GLOBAL && place->nindex == var->ndims);
  return (struct lock_place) {&e->acts[0], next, place};
}

static bool
is_acquire (const struct locks *l, uint32_t proc, const struct pg_act *a)
{
  for (uint32_t i = 0; i < l->f->pg->procs[proc].nlocs; i++)
    if (l->acquires[proc][i].assign == a)
      return true;
  return false;
}

/* Any other write to a variable means that it is not a lock. */
static void
see_writes (struct locks *l, uint32_t proc, const struct pg_act *a)
{
  if (a->kind == ACT_RECV)
    for (uint32_t i = 0; i < a->msg->nargs; i++)
      if (a->msg->args[i].kind == ARG_STORE && a->msg->args[i].place->region == REGION_GLOBAL)
        l->is_lock[a->msg->args[i].place->var] = false;
  if (a->kind != ACT_ASSIGN || a->place->region != REGION_GLOBAL)
    return;
  bool zero = a->expr->op == E_CONST && !a->expr->value;
  if (!zero && !is_acquire (l, proc, a))
    l->is_lock[a->place->var] = false;
}

static void
compile_cells (struct locks *l, struct facts *f, struct inspector *inspector, uint32_t var)
{
  uint32_t n = pg_var_elements (&f->pg->vars[var]);
  assert (n && n <= MOST_ELEMENTS && f->pg->vars[var].ndims < 2);
  l->cell[var] = arena_alloc (&f->arena, (n + 1) * sizeof *l->cell[var]);
  for (uint32_t i = 0; i < n; i++) {
    struct pg_expr *index = ARENA_NEW (&f->arena, struct pg_expr), *load = ARENA_NEW (&f->arena, struct pg_expr);
    struct pg_place *place = ARENA_NEW (&f->arena, struct pg_place);
    *index = (struct pg_expr) {.op = E_CONST, .value = (int32_t) i};
    *place = (struct pg_place) {.var = var, .region = REGION_GLOBAL, .nindex = f->pg->vars[var].ndims, .index = {index}};
    *load = (struct pg_expr) {.op = E_LOAD, .place = place};
    l->cell[var][i] = inspector->class->compile (inspector, load, NULL);
  }
}

struct locks *
locks_find (struct facts *f, struct inspector *inspector)
{
  const struct pg *pg = f->pg;
  struct locks *l = ARENA_NEW (&f->arena, struct locks);
  l->f = f;
  l->is_lock = arena_alloc (&f->arena, pg->nvars + 1);
  l->cell = arena_alloc (&f->arena, (pg->nvars + 1) * sizeof *l->cell);
  l->acquires = arena_alloc (&f->arena, (pg->nprocs + 1) * sizeof *l->acquires);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    l->acquires[p] = arena_alloc (&f->arena, (pg->procs[p].nlocs + 1) * sizeof **l->acquires);
    for (uint32_t i = 0; i < pg->procs[p].nlocs && pg_runs (&pg->procs[p]); i++) {
      l->acquires[p][i] = acquire_at (pg, &pg->procs[p], &pg->procs[p].locs[i]);
      if (l->acquires[p][i].place)
        l->is_lock[l->acquires[p][i].place->var] = true;
    }
  }
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t e = 0; e < pg->procs[p].nedges; e++)
      for (uint32_t a = 0; a < pg->procs[p].edges[e].nacts; a++)
        see_writes (l, p, &pg->procs[p].edges[e].acts[a]);
  for (uint32_t v = 0; v < pg->nvars; v++)
    if (l->is_lock[v])
      compile_cells (l, f, inspector, v);
  return l;
}

const struct lock_place *
locks_acquired (const struct locks *l, uint32_t proc, uint32_t loc)
{
  const struct lock_place *a = &l->acquires[proc][loc];
  assert (proc < l->f->pg->nprocs && loc < l->f->pg->procs[proc].nlocs);
  return a->place && l->is_lock[a->place->var] ? a : NULL;
}

bool
locks_released (const struct locks *l, const struct pg_act *a)
{
  return a->kind == ACT_ASSIGN && a->place->region == REGION_GLOBAL && l->is_lock[a->place->var]
         && a->expr->op == E_CONST && !a->expr->value;
}
