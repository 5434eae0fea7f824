/* Idea. Threads started an unknown number of times are represented by a few members of a family. Before a conclusion is
 * drawn for all of them, the graph is checked to be symmetric: the members' graphs are compared, and which process touches
 * whose variables.
 * Source. Symmetry of replicated components: C. N. Ip, D. Dill, "Better verification through symmetry", Formal Methods in
 * System Design 9, 1996.
 * Where we differ. Claims of the front-end are not trusted but checked.
 * Why that is sound. docs/symbolic.md, "Any number of threads", uses only what is checked here. */
#include "symbolic/families.h"

#include <stdio.h>
#include <string.h>

#include "symbolic/parts.h"

uint32_t
families_of (const struct pg *pg, uint32_t proc)
{
  for (uint32_t i = 0; i < pg->nfamilies; i++)
    if (proc - pg->families[i].first < pg->families[i].count && proc >= pg->families[i].first)
      return i;
  return PG_ALL;
}

/* ---- equality up to whose variables they are ---- */

struct comparison {
  const struct pg *pg;
  uint32_t a, b;                  /* process types; equal: nothing is exchanged */
};

/* The variable of `b` that corresponds to one of `a`; other variables map to themselves. */
static uint32_t
counterpart (const struct comparison *k, uint32_t var)
{
  uint32_t rank = 0;
  if (k->a == k->b || k->pg->vars[var].owner != k->a + 1)
    return var;
  for (uint32_t i = 0; i < var; i++)
    rank += k->pg->vars[i].owner == k->a + 1;
  for (uint32_t i = 0; i < k->pg->nvars; i++)
    if (k->pg->vars[i].owner == k->b + 1 && !rank--)
      return i;
  return PG_ALL;
}

static bool same_expr (const struct comparison *, const struct pg_expr *, const struct pg_expr *);

static bool
same_place (const struct comparison *k, const struct pg_place *x, const struct pg_place *y)
{
  if (!x || !y)
    return x == y;
  if (x->region != y->region || x->nindex != y->nindex || (x->region == REGION_GLOBAL ? counterpart (k, x->var) : x->var) != y->var)
    return false;
  for (uint8_t i = 0; i < x->nindex; i++)
    if (!same_expr (k, x->index[i], y->index[i]))
      return false;
  return true;
}

static bool
same_expr (const struct comparison *k, const struct pg_expr *x, const struct pg_expr *y)
{
  if (!x || !y)
    return x == y;
  if (x->op != y->op || pg_bits (x) != pg_bits (y) || x->msg || y->msg || x->nargs || y->nargs || !same_place (k, x->place, y->place))
    return false;
  if ((x->op == E_CONST || x->op == E_INPUT) && x->value != y->value)
    return false;
  for (int i = 0; i < 3; i++)
    if (!same_expr (k, x->kid[i], y->kid[i]))
      return false;
  return true;
}

static bool
same_act (const struct comparison *k, const struct pg_act *x, const struct pg_act *y)
{
  return x->kind == y->kind && x->fault == y->fault && !x->msg && !y->msg && !x->chan && !y->chan && same_expr (k, x->expr, y->expr)
         && same_place (k, x->place, y->place);
}

static bool
same_acts (const struct comparison *k, const struct pg_act *x, uint32_t nx, const struct pg_act *y, uint32_t ny)
{
  for (uint32_t i = 0; i < nx && nx == ny; i++)
    if (!same_act (k, &x[i], &y[i]))
      return false;
  return nx == ny;
}

static bool
same_var (const struct pg_var *x, const struct pg_var *y)
{
  return x->type.bits == y->type.bits && x->type.is_signed == y->type.is_signed && pg_var_elements (x) == pg_var_elements (y) && x->ndims == y->ndims
         && !memcmp (x->dim, y->dim, sizeof *x->dim * x->ndims);
}

static bool
same_graph (const struct comparison *k)
{
  const struct pg_proc *p = &k->pg->procs[k->a], *q = &k->pg->procs[k->b];
  bool same = p->nlocs == q->nlocs && p->nedges == q->nedges && p->nvars == q->nvars && p->start == q->start && !pg_provided (p) && !pg_provided (q)
              && same_acts (k, p->init, p->ninit, q->init, q->ninit);
  for (uint32_t i = 0; same && i < p->nvars; i++)
    same = same_var (&p->vars[i], &q->vars[i]);
  for (uint32_t i = 0; same && i < p->nlocs; i++)
    same = p->locs[i].flags == q->locs[i].flags && p->locs[i].first_edge == q->locs[i].first_edge && p->locs[i].nedges == q->locs[i].nedges;
  for (uint32_t i = 0; same && i < p->nedges; i++) {
    const struct pg_edge *e = &p->edges[i], *f = &q->edges[i];
    same = e->src == f->src && e->dst == f->dst && e->group == f->group && e->flags == f->flags && e->pick == f->pick
           && same_acts (k, e->acts, e->nacts, f->acts, f->nacts);
  }
  for (uint32_t i = 0; same && i < k->pg->nvars; i++)
    if (k->pg->vars[i].owner == k->a + 1) {
      uint32_t other = counterpart (k, i);
      same = other != PG_ALL && same_var (&k->pg->vars[i], &k->pg->vars[other]);
    }
  return same;
}

/* ---- which process touches what ---- */

/* A member other than `self` whose variables the expression reads; PG_ALL: none. */
static uint32_t
touched_expr (const struct pg *pg, const struct pg_expr *e, uint32_t self)
{
  uint32_t m = PG_ALL;
  if (!e)
    return PG_ALL;
  if (e->place && e->place->region == REGION_GLOBAL && e->op == E_LOAD && pg->vars[e->place->var].owner && pg->vars[e->place->var].owner != self + 1)
    return pg->vars[e->place->var].owner - 1;
  for (int i = 0; i < 3 && m == PG_ALL; i++)
    m = touched_expr (pg, e->kid[i], self);
  for (uint8_t i = 0; e->place && i < e->place->nindex && m == PG_ALL; i++)
    m = touched_expr (pg, e->place->index[i], self);
  return m;
}

static uint32_t
touched_act (const struct pg *pg, const struct pg_act *a, uint32_t self, bool *writes)
{
  uint32_t m = touched_expr (pg, a->expr, self);
  *writes = false;
  for (uint8_t i = 0; a->place && i < a->place->nindex && m == PG_ALL; i++)
    m = touched_expr (pg, a->place->index[i], self);
  if (m == PG_ALL && a->place && a->place->region == REGION_GLOBAL && pg->vars[a->place->var].owner && pg->vars[a->place->var].owner != self + 1) {
    *writes = true;
    m = pg->vars[a->place->var].owner - 1;
  }
  return m;
}

static bool
is_true (const struct pg_expr *e)
{
  return e->op == E_CONST && e->value;
}

/* The action has no effect and never blocks. */
static bool
is_idle (const struct pg_act *a)
{
  return a->kind == ACT_PRINT || ((a->kind == ACT_GUARD || a->kind == ACT_ASSERT || a->kind == ACT_CHECK) && is_true (a->expr));
}

static uint32_t
skip_idle (const struct pg_edge *e, uint32_t i)
{
  while (i < e->nacts && is_idle (&e->acts[i]))
    i++;
  return i;
}

/* Every conjunct of `small` is one of `large`. */
static bool
implies (const struct comparison *k, const struct pg_expr *large, const struct pg_expr *small)
{
  if (is_true (small))
    return true;
  if (small->op == E_AND)
    return implies (k, large, small->kid[0]) && implies (k, large, small->kid[1]);
  if (same_expr (k, large, small))
    return true;
  return large->op == E_AND && (implies (k, large->kid[0], small) || implies (k, large->kid[1], small));
}

/* Apart from its effects on members, the edge has the effects of `f`, wherever the edge is executable. */
static bool
does_as_well (const struct pg *pg, uint32_t proc, const struct pg_edge *e, const struct pg_edge *f)
{
  struct comparison k = {pg, proc, proc};
  uint32_t i = 0, n = 0;
  bool writes;
  if (f->dst != e->dst || f->group != e->group || f->flags != e->flags || f->pick || e->pick)
    return false;
  if (e->nacts && e->acts[0].kind == ACT_GUARD) {
    i = 1;
    if (f->nacts && f->acts[0].kind == ACT_GUARD) {
      if (!implies (&k, e->acts[0].expr, f->acts[0].expr))
        return false;
      n = 1;
    }
  }
  for (; (i = skip_idle (e, i)) < e->nacts; i++) {
    uint32_t m = touched_act (pg, &e->acts[i], proc, &writes);
    if (m != PG_ALL && writes && e->acts[i].kind == ACT_ASSIGN)
      continue;
    n = skip_idle (f, n);
    if (m != PG_ALL || n >= f->nacts || !same_act (&k, &e->acts[i], &f->acts[n++]))
      return false;
  }
  for (i = 0; i < f->nacts; i++)
    if (touched_act (pg, &f->acts[i], proc, &writes) != PG_ALL)
      return false;
  return skip_idle (f, n) == f->nacts;
}

bool
families_touched (const struct pg *pg, uint32_t proc, const struct pg_edge *e)
{
  bool any = false, writes;
  for (uint32_t i = 0; i < e->nacts; i++)
    any |= touched_act (pg, &e->acts[i], proc, &writes) != PG_ALL;
  return any;
}

/* An edge that touches a member starts it, and has an alternative edge that continues without starting it. */
static bool
is_start (const struct pg *pg, uint32_t proc, const struct pg_edge *e)
{
  const struct pg_proc *p = &pg->procs[proc];
  const struct pg_loc *l = &p->locs[e->src];
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
    if (&p->edges[i] != e && does_as_well (pg, proc, e, &p->edges[i]))
      return true;
  return false;
}

static bool
touches_properly (const struct pg *pg, uint32_t proc, const struct pg_edge *e)
{
  uint32_t member = PG_ALL;
  bool writes;
  for (uint32_t i = 0; i < e->nacts; i++) {
    uint32_t m = touched_act (pg, &e->acts[i], proc, &writes);
    if (m != PG_ALL && member != PG_ALL && m != member)
      return false;
    member = m == PG_ALL ? member : m;
    if (e->acts[i].kind == ACT_ELSE || e->acts[i].kind == ACT_END)
      return false;
  }
  return member == PG_ALL || (families_of (pg, proc) == PG_ALL && is_start (pg, proc, e));
}

bool
families_check (const struct pg *pg, const struct pg_expr *seen, char *why, size_t room)
{
  if (!pg->nfamilies || !pg->threads) {
    snprintf (why, room, "the number of threads has a bound");
    return false;
  }
  for (uint32_t f = 0; f < pg->nfamilies; f++)
    for (uint32_t m = 1; m < pg->families[f].count; m++) {
      struct comparison there = {pg, pg->families[f].first, pg->families[f].first + m}, back = {pg, there.b, there.a};
      if (!same_graph (&there) || !same_graph (&back)) {
        snprintf (why, room, "threads of %s differ in something that depends on which one it is", pg->procs[there.a].name);
        return false;
      }
    }
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t i = 0; i < pg->procs[p].nedges; i++)
      if (!touches_properly (pg, p, &pg->procs[p].edges[i])) {
        snprintf (why, room, "line %d of thread %s looks at another thread", pg->procs[p].edges[i].pos.line, pg->procs[p].name);
        return false;
      }
  if (touched_expr (pg, seen, PG_ALL - 1) != PG_ALL) {
    snprintf (why, room, "the property looks at one of several threads");
    return false;
  }
  return true;
}

/* ---- latches ---- */

static void
swap_cells (const struct parts *p, uint32_t *to, uint32_t x, uint32_t y, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const struct cell *c = &p->cells.data[x + i], *d = &p->cells.data[y + i];
    assert (c->bits == d->bits && c->is_signed == d->is_signed && !memcmp (c->bit, d->bit, c->bits));
    for (unsigned b = 0; b < c->bits; b++) {
      to[c->first + b] = d->first + b;
      to[d->first + b] = c->first + b;
    }
  }
}

void
families_swap (const struct circuit *c, uint32_t a, uint32_t b, uint32_t *to)
{
  const struct parts *p = c->parts;
  const struct slot *s = &p->slots.data[a], *t = &p->slots.data[b];
  const struct pg_proc *q = &p->pg->procs[a];
  struct comparison k = {p->pg, a, b};
  assert (s->types.count == 1 && t->types.count == 1 && s->types.data[0].proc == a && t->types.data[0].proc == b && s->nlatches == t->nlatches);
  for (uint32_t i = 0; i < c->latches.count; i++)
    to[i] = i;
  for (uint32_t i = 0; i < s->nlatches; i++) {
    assert (s->nodes.data[i].loc == t->nodes.data[i].loc && s->nodes.data[i].mode == t->nodes.data[i].mode);
    to[s->first_latch + i] = t->first_latch + i;
    to[t->first_latch + i] = s->first_latch + i;
  }
  for (uint32_t i = 0; i < q->nvars; i++)
    swap_cells (p, to, s->types.data[0].cell[i], t->types.data[0].cell[i], pg_var_elements (&q->vars[i]));
  for (uint32_t i = 0; i < p->pg->nvars && a != b; i++)
    if (p->pg->vars[i].owner == a + 1)
      swap_cells (p, to, p->global_cell[i], p->global_cell[counterpart (&k, i)], pg_var_elements (&p->pg->vars[i]));
  for (uint32_t i = 0; i < c->latches.count; i++)
    assert (c->latches.data[i].init == c->latches.data[to[i]].init);
}

static void
belong (const struct parts *p, uint32_t *member, uint32_t cell, uint32_t n, uint32_t to)
{
  for (uint32_t i = 0; i < n; i++)
    for (unsigned b = 0; b < p->cells.data[cell + i].bits; b++)
      member[p->cells.data[cell + i].first + b] = to;
}

void
families_members (const struct circuit *c, uint32_t *member)
{
  const struct parts *p = c->parts;
  for (uint32_t i = 0; i < c->latches.count; i++)
    member[i] = PG_ALL;
  for (uint32_t s = 0; s < p->slots.count; s++) {
    const struct pg_proc *q = &p->pg->procs[s];
    if (families_of (p->pg, s) == PG_ALL)
      continue;
    for (uint32_t i = 0; i < p->slots.data[s].nlatches; i++)
      member[p->slots.data[s].first_latch + i] = s;
    for (uint32_t i = 0; i < q->nvars; i++)
      belong (p, member, p->slots.data[s].types.data[0].cell[i], pg_var_elements (&q->vars[i]), s);
    for (uint32_t i = 0; i < p->pg->nvars; i++)
      if (p->pg->vars[i].owner == s + 1)
        belong (p, member, p->global_cell[i], pg_var_elements (&p->pg->vars[i]), s);
  }
}
