/* Idea. A cell of a global variable is a lock if it is 0 at first and written in two ways only: taken, by a step that waits until it
 * is 0 and sets it to something else, and given back, set to 0 by a process that certainly has it.
 * Source. Paper 4, section 3 (locks are given there); what is certainly held is a forward analysis of control graphs.
 * Where we differ. Locks are found, not declared.
 * Why that is sound. By induction over a run, the cell is not 0 while a process is at locations where it certainly has it, and
 * that process is the only one that can give it back. A cell of which this cannot be shown is no lock. Where no process ever comes from such a
 * location, without giving the lock back, to one that can also be reached without it, nor ends with it, the cell is 0 at all other times
 * (`exact`).
 */
#include "symbolic/touch.h"

/* The one cell a place means, or PG_ALL. */
static uint32_t
cell_of (const struct parts *p, const struct pg_place *place)
{
  if (!place || place->region != REGION_GLOBAL)
    return PG_ALL;
  const struct pg_var *v = &p->pg->vars[place->var];
  uint32_t element = 0;
  for (uint32_t k = 0; k < place->nindex; k++) {
    if (place->index[k]->op != E_CONST || place->index[k]->value < 0 || place->index[k]->value >= v->dim[k])
      return PG_ALL;
    element = element * v->dim[k] + (uint32_t) place->index[k]->value;
  }
  return p->global_cell[place->var] + element;
}

static bool
is_zero (const struct pg_expr *e)
{
  return e->op == E_CONST && e->value == 0;
}

/* Can the expression not be true unless the cell is 0? */
static bool
needs_zero (const struct parts *p, const struct pg_expr *e, uint32_t cell)
{
  switch (e->op) {
  case E_AND: return needs_zero (p, e->kid[0], cell) || needs_zero (p, e->kid[1], cell);
  case E_NOT: return e->kid[0]->op == E_LOAD && cell_of (p, e->kid[0]->place) == cell;
  case E_EQ:
    for (int i = 0; i < 2; i++)
      if (is_zero (e->kid[i]) && e->kid[1 - i]->op == E_LOAD && cell_of (p, e->kid[1 - i]->place) == cell)
        return true;
    return false;
  default: return false;
  }
}

static bool
waits_for_zero (const struct parts *p, const struct pg_edge *e, uint32_t cell)
{
  return e->acts[0].kind == ACT_GUARD && needs_zero (p, e->acts[0].expr, cell);
}

/* A value that is not 0 in a cell of that type: a constant, or one more than the process's number. */
static bool
is_never_zero (const struct pg_expr *e, const struct pg_type *t)
{
  if (e->op == E_CONST)
    return (e->value & (int64_t) (t->bits >= 63 ? INT64_MAX : ((uint64_t) 1 << t->bits) - 1)) != 0;
  return t->bits >= 8 && e->op == E_ADD && ((e->kid[0]->op == E_PID && e->kid[1]->op == E_CONST && e->kid[1]->value == 1)
                            || (e->kid[1]->op == E_PID && e->kid[0]->op == E_CONST && e->kid[0]->value == 1));
}

enum write_kind { WRITES_NOT, TAKES, GIVES_BACK, OTHER };

/* Nothing in it waits, except perhaps for the cell, and nothing writes the cell. */
static bool
keeps_zero (const struct parts *p, const struct pg_edge *e, uint32_t cell)
{
  for (uint32_t i = 0; i < e->nacts; i++) {
    const struct pg_act *a = &e->acts[i];
    bool guard = i == 0 && a->kind == ACT_GUARD && waits_for_zero (p, e, cell);
    bool elsewhere = a->kind == ACT_ASSIGN && (a->place->region != REGION_GLOBAL || (cell_of (p, a->place) != PG_ALL && cell_of (p, a->place) != cell));
    if (!guard && !elsewhere && a->kind != ACT_ASSERT && a->kind != ACT_PRINT)
      return false;
  }
  return true;
}

/* In an atomic sequence in which the cell was waited for: on every way here control was kept since, and the cell left alone. */
static bool
comes_after_waiting (const struct parts *p, const struct pg_proc *q, uint32_t loc, uint32_t cell, unsigned depth)
{
  enum { MOST = 8 };
  bool any = false;
  if (loc == q->start || depth > MOST)
    return false;
  for (uint32_t i = 0; i < q->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    if (e->dst != loc)
      continue;
    if (!(e->flags & (EDGE_ATOMIC | EDGE_DSTEP)) || !keeps_zero (p, e, cell))
      return false;
    if (!waits_for_zero (p, e, cell) && !comes_after_waiting (p, q, e->src, cell, depth + 1))
      return false;
    any = true;
  }
  return any;
}

static enum write_kind
kind_of_write (const struct parts *p, const struct pg_proc *q, const struct pg_edge *e, uint32_t cell)
{
  enum write_kind kind = WRITES_NOT;
  for (uint32_t i = 0; i < e->nacts; i++) {
    const struct pg_act *a = &e->acts[i];
    uint32_t written = PG_ALL;
    for (uint32_t k = 0; a->kind == ACT_RECV && k < a->msg->nargs; k++)
      if (a->msg->args[k].kind == ARG_STORE && a->msg->args[k].place->region == REGION_GLOBAL)
        written = cell;                 /* perhaps: say so */
    if (a->kind == ACT_RECV && written == cell)
      return OTHER;
    if (a->kind != ACT_ASSIGN || a->place->region != REGION_GLOBAL)
      continue;
    written = cell_of (p, a->place);
    uint32_t first = p->global_cell[a->place->var], n = pg_var_elements (&p->pg->vars[a->place->var]);
    if (written == PG_ALL && cell >= first && cell < first + n)
      return OTHER;
    if (written != cell)
      continue;
    if (kind != WRITES_NOT)
      return OTHER;
    if (is_zero (a->expr))
      kind = GIVES_BACK;
    else if (is_never_zero (a->expr, &p->cells.data[cell].type) && (waits_for_zero (p, e, cell) || (e->acts[0].kind != ACT_GUARD && comes_after_waiting (p, q, e->src, cell, 0))))
      kind = TAKES;
    else
      return OTHER;
  }
  return kind;
}

/* ---- what is held ---- */

/* By location, whether the process certainly has the lock; and whether it is given back only where it has. `exact` is cleared
 * where it may have it without that. */
static bool
held_in (const struct parts *p, const struct pg_proc *q, uint32_t cell, bool *held, bool *exact)
{
  for (uint32_t i = 0; i < q->nlocs; i++)
    held[i] = i != q->start;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < q->nedges; i++) {
      const struct pg_edge *e = &q->edges[i];
      enum write_kind kind = kind_of_write (p, q, e, cell);
      bool after = kind == TAKES || (held[e->src] && kind != GIVES_BACK);
      if (e->dst != PG_ALL && !after && held[e->dst])
        more = !(held[e->dst] = false);
    }
  }
  for (uint32_t i = 0; i < q->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    enum write_kind kind = kind_of_write (p, q, e, cell);
    bool after = kind == TAKES || (held[e->src] && kind != GIVES_BACK);
    if (after && (e->dst == PG_ALL || !held[e->dst]) && !MUTANT (symbolic_lock_lost))
      *exact = false;
    if (kind == OTHER || (kind == GIVES_BACK && !held[e->src]) || (kind == TAKES && held[e->src]))
      return false;
  }
  return true;
}

static void
try_cell (struct touch *t, uint32_t cell)
{
  const struct parts *p = t->p;
  uint64_t bit = (uint64_t) 1 << t->locks.count;
  bool taken = false, exact = true, lock = word_bit (&p->cells.data[cell].now, 0) > LIT_TRUE && !p->c->latches.data[p->cells.data[cell].first].init;
  for (unsigned b = 0; b < p->cells.data[cell].bits; b++)
    lock &= !p->c->latches.data[p->cells.data[cell].first + b].init;
  for (uint32_t k = 0; k < p->pg->nprocs && lock; k++) {
    const struct pg_proc *q = &p->pg->procs[k];
    bool *held = mem_zalloc (q->nlocs + 1);
    lock = q->kind == PG_NEVER || held_in (p, q, cell, held, &exact);
    mem_free (held);
  }
  for (uint32_t s = 0; s < p->slots.count && lock; s++)
    for (uint32_t k = 0; k < p->slots.data[s].types.count; k++) {
      const struct pg_proc *q = &p->pg->procs[p->slots.data[s].types.data[k].proc];
      bool *held = mem_zalloc (q->nlocs + 1);
      held_in (p, q, cell, held, &exact);
      for (uint32_t i = 0; i < q->nlocs; i++)
        t->types[s][k].held[i] |= held[i] ? bit : 0;
      for (uint32_t i = 0; i < q->nedges; i++) {
        taken |= kind_of_write (p, q, &q->edges[i], cell) == TAKES;
        t->types[s][k].takes[i] |= waits_for_zero (p, &q->edges[i], cell) ? bit : 0;
      }
      mem_free (held);
    }
  if (!lock || !taken)
    return;
  t->exact |= exact ? bit : 0;
  VEC_PUSH (t->locks, cell);
}

void
touch_find_locks (struct touch *t)
{
  const struct pg *pg = t->p->pg;
  for (uint32_t i = 0; i < pg->nvars; i++)
    for (uint32_t e = 0; e < pg_var_elements (&pg->vars[i]) && t->locks.count < 64; e++)
      if (t->p->cells.data[t->p->global_cell[i] + e].bits)
        try_cell (t, t->p->global_cell[i] + e);
}
