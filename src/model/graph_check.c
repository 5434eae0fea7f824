/* Checks the invariants of a program graph on which executors rely. pg_finish asserts them, so that a front-end or a
 * simplification that violates one stops there, and does not lead to a wrong search. */
#include "model/graph_promela.h"

#include <assert.h>

#ifndef NDEBUG

struct owner {
  const struct pg *pg;
  const struct pg_proc *proc;     /* the process type of frame places; NULL: none */
};

static bool check_expr (struct owner, const struct pg_expr *);

static bool
type_is_valid (const struct pg *pg, const struct pg_type *t)
{
  return t->bits >= 1 && t->bits <= 64 && t->kind <= PG_POINTER && (t->kind != PG_MTYPE || t->mtype_set < pg_promela (pg)->nmtype_sets);
}

/* Typed, inside its region, and overlapping no other variable's cells. */
static void
check_vars (const struct pg *pg, const struct pg_var *vars, uint32_t n, uint32_t bytes)
{
  uint64_t used = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t size = (uint64_t) pg_var_elements (&vars[i]) * pg_var_bytes (&vars[i]);
    assert (type_is_valid (pg, &vars[i].type));
    assert (vars[i].ndims <= PG_MAX_DIMS && size > 0);
    assert (vars[i].offset % pg_var_bytes (&vars[i]) == 0 && vars[i].offset + size <= bytes);
    assert (!vars[i].ndims || vars[i].stride[vars[i].ndims - 1] == pg_var_bytes (&vars[i]));
    used += size;
  }
  assert (used == bytes);
}

static bool
check_place (struct owner o, const struct pg_place *p, const struct pg_proc *frame)
{
  assert (p->region == REGION_GLOBAL ? p->var < o.pg->nvars : frame && p->var < frame->nvars);
  const struct pg_var *v = p->region == REGION_GLOBAL ? &o.pg->vars[p->var] : &frame->vars[p->var];
  assert (p->nindex == v->ndims && v->region == p->region);
  for (uint8_t i = 0; i < p->nindex; i++)
    check_expr (o, p->index[i]);
  return true;
}

/* A send has only values; each argument of a receive has what its kind requires. */
static bool
check_message (struct owner o, const struct pg_msg *m, bool send)
{
  for (uint32_t i = 0; i < m->nargs; i++) {
    const struct pg_arg *a = &m->args[i];
    assert (!send || a->kind == ARG_MATCH || (o.proc && !pg_runs (o.proc)));
    assert (a->kind != ARG_MATCH || check_expr (o, a->expr));
    assert (a->kind != ARG_STORE || check_place (o, a->place, o.proc));
  }
  return true;
}

static bool
check_widths (const struct pg_expr *e)
{
  unsigned bits = pg_bits (e), a = e->kid[0] ? pg_bits (e->kid[0]) : 0, b = e->kid[1] ? pg_bits (e->kid[1]) : 0;
  assert (bits >= 1 && bits <= 64);
  switch (e->op) {
  case E_NEG: case E_COMPL:
    return a == bits;
  case E_ADD: case E_SUB: case E_MUL: case E_DIV: case E_MOD: case E_BITAND: case E_BITOR: case E_BITXOR:
  case E_SHL: case E_SHR: case E_UDIV: case E_UMOD: case E_LSHR:
    return a == bits && b == bits;
  case E_LT: case E_LE: case E_GT: case E_GE: case E_EQ: case E_NE: case E_ULT: case E_ULE:
    return a == b;
  case E_COND:
    return b == bits && pg_bits (e->kid[2]) == bits;
  case E_ZEXT: case E_SEXT:
    return a < bits;
  case E_TRUNC:
    return a > bits;
  default:
    return true;
  }
}

static bool
check_expr (struct owner o, const struct pg_expr *e)
{
  assert (e && check_widths (e));
  assert (e->op != E_LOAD || check_place (o, e->place, o.proc));
  assert (e->op != E_POLL || check_message (o, e->msg, false));
  assert ((e->op != E_RUN && e->op != E_REMOTE_LOC && e->op != E_REMOTE_LOAD) || e->proc < o.pg->nprocs);
  assert (e->op != E_RUN || e->nargs == o.pg->procs[e->proc].nparams);
  assert (e->op != E_REMOTE_LOC || e->value == -1 || (uint32_t) e->value < o.pg->procs[e->proc].nlocs);
  assert (e->op != E_REMOTE_LOAD || check_place (o, e->place, &o.pg->procs[e->proc]));
  for (uint32_t i = 0; i < e->nargs; i++)
    check_expr (o, e->args[i]);
  for (int i = 0; i < 3; i++)
    if (e->kid[i])
      check_expr (o, e->kid[i]);
  return true;
}

static void
check_action (struct owner o, const struct pg_act *a)
{
  bool stores = a->kind == ACT_ASSIGN || a->kind == ACT_NEW_CHAN, message = a->kind == ACT_SEND || a->kind == ACT_RECV;
  bool needs = a->kind == ACT_GUARD || a->kind == ACT_ASSIGN || a->kind == ACT_ASSERT || a->kind == ACT_SET_PRIORITY || a->kind == ACT_CHECK;
  assert (stores ? a->place && check_place (o, a->place, o.proc) : !a->place);
  assert (message ? a->chan && check_expr (o, a->chan) && check_message (o, a->msg, a->kind == ACT_SEND) : !a->chan);
  assert (!needs || a->expr);
  assert (!a->expr || check_expr (o, a->expr));
  assert ((a->kind == ACT_CHECK) == (a->fault != FAULT_NONE));
  assert (a->kind != ACT_NEW_CHAN || a->chan_type < o.pg->nchan_types);
  for (uint32_t i = 0; i < a->nargs; i++)
    check_expr (o, a->args[i]);
}

/* Whether the members of a pick are adjacent. */
static bool
pick_before (const struct pg_edge *e, uint32_t i)
{
  for (uint32_t k = 0; k < i; k++)
    if (e[k].pick == e[i].pick)
      return true;
  return false;
}

/* Only the first action may block; a d_step continues inside itself; escapes come first. */
static void
check_edges (struct owner o, const struct pg_proc *p, const struct pg_loc *l)
{
  const struct pg_edge *e = p->edges + l->first_edge;
  for (uint32_t i = 0; i < l->nedges; i++) {
    const struct pg_act *last = &e[i].acts[e[i].nacts - 1];
    assert (e[i].nacts > 0 && &p->locs[e[i].src] == l);
    assert (e[i].dst < p->nlocs || (e[i].dst == PG_ALL && last->kind == ACT_END));
    assert (i == 0 || e[i - 1].group <= e[i].group);
    assert (!(e[i].flags & EDGE_DSTEP) || (p->locs[e[i].dst].flags & LOC_DSTEP));
    assert (!(e[i].flags & EDGE_DSTEP) || !(e[i].flags & EDGE_ATOMIC));
    assert (!(l->flags & LOC_DSTEP) || !e[i].pick);
    assert (!e[i].pick || !i || e[i - 1].pick == e[i].pick || !pick_before (e, i));
    for (uint32_t k = 0; k < e[i].nacts; k++) {
      assert (e[i].acts[k].kind != ACT_NEW_CHAN);
      check_action (o, &e[i].acts[k]);
      assert (k == 0 || (e[i].acts[k].kind != ACT_RECV && e[i].acts[k].kind != ACT_ELSE));
    }
  }
}

static void
check_promela (const struct pg *pg)
{
  const struct pg_promela *promela = pg_promela (pg);
  assert (!pg->promela || promela->hidden);
  assert (!pg_trace (pg) || !pg_runs (pg_trace (pg)));
  for (uint32_t i = 0; i < promela->nexclusives; i++) {
    const struct pg_exclusive *x = &promela->exclusives[i];
    assert (x->proc < pg->nprocs && check_place ((struct owner){ pg, &pg->procs[x->proc] }, x->place, &pg->procs[x->proc]));
  }
}

bool
pg_check (const struct pg *pg)
{
  check_promela (pg);
  check_vars (pg, pg->vars, pg->nvars, pg->global_bytes);
  for (uint32_t i = 0; i < pg->ninit; i++)
    check_action ((struct owner){ pg, NULL }, &pg->init[i]);
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    for (uint32_t f = 0; f < pg->chan_types[c].nfields; f++)
      assert (type_is_valid (pg, &pg->chan_types[c].fields[f]) && pg->chan_types[c].fields[f].bits <= 32);
  for (uint32_t s = 0; s < pg->nstarts; s++)
    assert (pg->starts[s] < pg->nprocs);
  for (uint32_t i = 0; i < pg->nprocs; i++) {
    const struct pg_proc *p = &pg->procs[i];
    struct owner o = { pg, p };
    check_vars (pg, p->vars, p->nvars, p->frame_bytes);
    assert (p->nparams <= p->nvars && (!p->nlocs || p->start < p->nlocs));
    for (uint32_t v = 0; v < p->nparams; v++)
      assert (p->vars[v].ndims == 0);
    for (uint32_t k = 0; k < p->ninit; k++)
      check_action (o, &p->init[k]);
    assert (!p->promela == !pg->promela && (!p->promela || !p->nlocs || p->promela->spin_state));
    assert (!pg_provided (p) || check_expr (o, pg_provided (p)));
    for (uint32_t l = 0; l < p->nlocs; l++)
      check_edges (o, p, &p->locs[l]);
  }
  return true;
}

#endif
