/* Finds global variables that are used as locks.
 *
 * Idea. A cell of a global variable is a lock if it is 0 initially and written in two ways only: acquired, by a step that
 * waits until it is 0 and sets it to something else, and released, set to 0 by a process that certainly holds it.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent programs using partial orders and
 * on-the-fly transactions", CAV 2006, section 3 (where locks are given); what is certainly held is a forward analysis of
 * control graphs.
 * Where we differ. Locks are found, not declared.
 * Why that is sound. By induction over a run, the cell is not 0 while a process is at locations where it certainly holds
 * it, and only that process can release it. A cell for which this cannot be shown is not a lock. If no process gets from
 * such a location, without releasing the lock, to one that can also be reached without holding it, nor ends while holding
 * it, then the cell is 0 at all other times (`exact`). */
#include "model/lock_cells.h"

#include <assert.h>

#include "base/vec.h"
#include "model/graph_promela.h"

struct cell {
  const struct pg *pg;
  uint32_t var, element;
};

enum meant { MEANS_OTHER, MEANS_IT, MEANS_PERHAPS };

/* Whether a place is the cell. */
static enum meant
meant (const struct cell *c, const struct pg_place *place)
{
  if (!place || place->region != REGION_GLOBAL || place->var != c->var)
    return MEANS_OTHER;
  const struct pg_var *v = &c->pg->vars[place->var];
  uint32_t element = 0;
  for (uint32_t k = 0; k < place->nindex; k++) {
    if (place->index[k]->op != E_CONST || place->index[k]->value < 0 || place->index[k]->value >= v->dim[k])
      return MEANS_PERHAPS;
    element = element * v->dim[k] + (uint32_t) place->index[k]->value;
  }
  return element == c->element ? MEANS_IT : MEANS_OTHER;
}

static bool
is_zero (const struct pg_expr *e)
{
  return e->op == E_CONST && e->value == 0;
}

static bool
loads (const struct cell *c, const struct pg_expr *e)
{
  return e->op == E_LOAD && meant (c, e->place) == MEANS_IT;
}

/* Whether the evaluation cannot fail in any state. */
static bool
never_fails (const struct cell *c, const struct pg_expr *e)
{
  bool division = e->op == E_DIV || e->op == E_MOD || e->op == E_UDIV || e->op == E_UMOD;
  bool plain = e->op <= E_COND || e->op >= E_UDIV;
  if (division || !plain)
    return e->op == E_PID;
  if (e->op == E_LOAD) {
    const struct pg_place *p = e->place;
    for (uint32_t k = 0; k < p->nindex && !p->inside; k++)
      if (p->region != REGION_GLOBAL || p->index[k]->op != E_CONST || p->index[k]->value < 0 || p->index[k]->value >= c->pg->vars[p->var].dim[k])
        return false;
  }
  for (int k = 0; k < 3; k++)
    if (e->kid[k] && !never_fails (c, e->kid[k]))
      return false;
  return true;
}

/* Whether the expression can neither be true nor fail (which counts as true) unless the cell is 0. What is evaluated before
 * the test must not fail. */
static bool
needs_zero (const struct cell *c, const struct pg_expr *e)
{
  switch (e->op) {
  case E_AND: return needs_zero (c, e->kid[0]) || (never_fails (c, e->kid[0]) && needs_zero (c, e->kid[1]));
  case E_NOT: return loads (c, e->kid[0]);
  case E_EQ: return (is_zero (e->kid[0]) && loads (c, e->kid[1])) || (is_zero (e->kid[1]) && loads (c, e->kid[0]));
  default: return false;
  }
}

static bool
waits_for_zero (const struct cell *c, const struct pg_edge *e)
{
  return e->acts[0].kind == ACT_GUARD && needs_zero (c, e->acts[0].expr);
}

/* Whether the value is never 0 in a cell of that type: a constant, or 1 + the process number. */
static bool
is_never_zero (const struct pg_expr *e, const struct pg_type *t)
{
  if (e->op == E_CONST)
    return (e->value & (int64_t) (t->bits >= 63 ? INT64_MAX : ((uint64_t) 1 << t->bits) - 1)) != 0;
  return t->bits >= 8 && e->op == E_ADD && ((e->kid[0]->op == E_PID && e->kid[1]->op == E_CONST && e->kid[1]->value == 1)
                            || (e->kid[1]->op == E_PID && e->kid[0]->op == E_CONST && e->kid[0]->value == 1));
}

enum write_kind { WRITES_NOT, TAKES, GIVES_BACK, OTHER };

/* Whether nothing in the edge can block, except for the cell, and nothing writes the cell. */
static bool
keeps_zero (const struct cell *c, const struct pg_edge *e)
{
  for (uint32_t i = 0; i < e->nacts; i++) {
    const struct pg_act *a = &e->acts[i];
    bool guard = i == 0 && a->kind == ACT_GUARD && waits_for_zero (c, e);
    bool elsewhere = a->kind == ACT_ASSIGN && meant (c, a->place) == MEANS_OTHER;
    if (!guard && !elsewhere && a->kind != ACT_ASSERT && a->kind != ACT_PRINT)
      return false;
  }
  return true;
}

/* Whether the location is inside an atomic sequence that has waited for the cell: on every path to it control was kept
 * since, and the cell not written. */
static bool
comes_after_waiting (const struct cell *c, const struct pg_proc *q, uint32_t loc, unsigned depth)
{
  enum { MOST = 8 };
  bool any = false;
  if (loc == q->start || depth > MOST)
    return false;
  for (uint32_t i = 0; i < q->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    if (e->dst != loc)
      continue;
    if (!(e->flags & (EDGE_ATOMIC | EDGE_DSTEP)) || !keeps_zero (c, e))
      return false;
    if (!waits_for_zero (c, e) && !comes_after_waiting (c, q, e->src, depth + 1))
      return false;
    any = true;
  }
  return any;
}

/* Whether a message may be stored into the cell. */
static bool
receives_into (const struct cell *c, const struct pg_act *a)
{
  for (uint32_t k = 0; a->kind == ACT_RECV && k < a->msg->nargs; k++)
    if (a->msg->args[k].kind == ARG_STORE && meant (c, a->msg->args[k].place) != MEANS_OTHER)
      return true;
  return false;
}

static enum write_kind
kind_of_write (const struct cell *c, const struct pg_proc *q, const struct pg_edge *e)
{
  enum write_kind kind = WRITES_NOT;
  for (uint32_t i = 0; i < e->nacts; i++) {
    const struct pg_act *a = &e->acts[i];
    bool stores = a->kind == ACT_ASSIGN || a->kind == ACT_NEW_CHAN;
    enum meant m = stores ? meant (c, a->place) : MEANS_OTHER;
    if (receives_into (c, a) || m == MEANS_PERHAPS || (m == MEANS_IT && (kind != WRITES_NOT || a->kind == ACT_NEW_CHAN)))
      return OTHER;
    if (m == MEANS_OTHER)
      continue;
    if (is_zero (a->expr))
      kind = GIVES_BACK;
    else if (is_never_zero (a->expr, &c->pg->vars[c->var].type)
             && (waits_for_zero (c, e) || (e->acts[0].kind != ACT_GUARD && comes_after_waiting (c, q, e->src, 0))))
      kind = TAKES;
    else
      return OTHER;
  }
  return kind;
}

/* ---- what is held ---- */

/* Computes, per location, whether the process certainly holds the lock. False: it may be released where it is not certainly
 * held. `exact` is cleared if the process may hold it elsewhere. */
static bool
held_in (const struct cell *c, const struct pg_proc *q, bool *held, bool *exact)
{
  for (uint32_t i = 0; i < q->nlocs; i++)
    held[i] = i != q->start;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < q->nedges; i++) {
      const struct pg_edge *e = &q->edges[i];
      enum write_kind kind = kind_of_write (c, q, e);
      bool after = kind == TAKES || (held[e->src] && kind != GIVES_BACK);
      if (e->dst != PG_ALL && !after && held[e->dst])
        more = !(held[e->dst] = false);
    }
  }
  for (uint32_t i = 0; i < q->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    enum write_kind kind = kind_of_write (c, q, e);
    bool after = kind == TAKES || (held[e->src] && kind != GIVES_BACK);
    if (after && (e->dst == PG_ALL || !held[e->dst]))
      *exact = false;
    if (kind == OTHER || (kind == GIVES_BACK && !held[e->src]) || (kind == TAKES && held[e->src]))
      return false;
  }
  return true;
}

/* ---- all of them ---- */

static bool
begins_free (const struct cell *c)
{
  for (uint32_t i = 0; i < c->pg->ninit; i++) {
    const struct pg_act *a = &c->pg->init[i];
    if (meant (c, a->place) != MEANS_OTHER && (a->kind != ACT_ASSIGN || !is_zero (a->expr)))
      return false;
  }
  return true;
}

/* Whether some edge acquires it: a fast test that excludes most cells. */
static bool
is_ever_taken (const struct cell *c)
{
  for (uint32_t p = 0; p < c->pg->nprocs; p++)
    for (uint32_t e = 0; e < c->pg->procs[p].nedges; e++)
      if (waits_for_zero (c, &c->pg->procs[p].edges[e]))
        return true;
  return false;
}

static bool
try_cell (struct lock_cells *l, const struct cell *c, struct lock_cell *out)
{
  const struct pg *pg = c->pg;
  bool taken = false;
  if (!begins_free (c) || !is_ever_taken (c))
    return false;
  *out = (struct lock_cell) {.var = c->var, .element = c->element, .exact = true};
  out->held = arena_alloc (&l->arena, (pg->nprocs + 1) * sizeof *out->held);
  out->waits = arena_alloc (&l->arena, (pg->nprocs + 1) * sizeof *out->waits);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    const struct pg_proc *q = &pg->procs[p];
    out->held[p] = arena_alloc (&l->arena, q->nlocs + 1);
    out->waits[p] = arena_alloc (&l->arena, q->nedges + 1);
    if (pg_kind (q) == PG_NEVER)
      continue;
    if (!held_in (c, q, out->held[p], &out->exact))
      return false;
    for (uint32_t e = 0; e < q->nedges; e++) {
      taken |= kind_of_write (c, q, &q->edges[e]) == TAKES;
      out->waits[p][e] = waits_for_zero (c, &q->edges[e]);
    }
  }
  return taken;
}

struct lock_cells *
lock_cells_find (const struct pg *pg)
{
  enum { MOST = 64 };             /* sets of them are words */
  struct lock_cells *l = mem_zalloc (sizeof *l);
  l->cells = arena_alloc (&l->arena, (MOST + 1) * sizeof *l->cells);
  for (uint32_t v = 0; v < pg->nvars; v++)
    for (uint32_t e = 0; e < pg_var_elements (&pg->vars[v]) && l->count < MOST; e++)
      if (try_cell (l, &(struct cell) {pg, v, e}, &l->cells[l->count]))
        l->count++;
  assert (l->count <= MOST);
  return l;
}

void
lock_cells_free (struct lock_cells *l)
{
  arena_release (&l->arena);
  mem_free (l);
}
