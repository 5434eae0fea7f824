/* Idea. One interval for each variable, grown until nothing any edge stores lies
 * outside it: interval analysis without regard to the flow of control, widened to what the type
 * holds when it does not settle soon.
 * Source. P. Cousot, R. Cousot, "Static determination of dynamic properties of programs", 1976; as
 * used by paper 4 (Kahlon, Gupta, Sinha, CAV 2006, section 4.1) to narrow latches.
 * Where we differ. All cells of an array share one interval.
 * Why that is sound. The set of intervals is closed under every assignment, receive and creation of
 * the program and has the initial values in it, so by induction every reachable value is inside.
 */
#include "symbolic/ranges.h"

#include <assert.h>

#include "base/mutant.h"

static const struct range whole = {INT32_MIN, INT32_MAX};

struct range
range_of_type (const struct pg_type *t)
{
  if (t->is_signed || t->bits == 32)
    return (struct range) {-((int64_t) 1 << (t->bits - 1)), ((int64_t) 1 << (t->bits - 1)) - 1};
  return (struct range) {0, ((int64_t) 1 << t->bits) - 1};
}

unsigned
range_bits (struct range r, bool *is_signed)
{
  unsigned bits = 0;
  assert (r.lo <= r.hi);
  *is_signed = r.lo < 0;
  if (!*is_signed) {
    while (r.hi >> bits)
      bits++;
    return bits - (MUTANT (symbolic_width_short) && bits > 1);
  }
  while (r.lo < -((int64_t) 1 << bits) || r.hi > ((int64_t) 1 << bits) - 1)
    bits++;
  return bits + 1;
}

static struct range
join (struct range a, struct range b)
{
  return (struct range) {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* Values are computed in 32 bits: what may leave them may be anything. */
static struct range
wrapped (struct range r)
{
  return r.lo < whole.lo || r.hi > whole.hi ? whole : r;
}

static struct range
product (struct range a, struct range b)
{
  int64_t p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  struct range r = {p[0], p[0]};
  for (int i = 1; i < 4; i++)
    r = join (r, (struct range) {p[i], p[i]});
  return wrapped (r);
}

/* Between zero and a; also if that is negative. */
static struct range
towards_zero (struct range a)
{
  return join (a, (struct range) {0, 0});
}

static struct range of_expr (const struct ranges *, const struct pg_proc *, const struct pg_expr *);

static struct range
of_place (const struct ranges *r, const struct pg_proc *p, const struct pg_place *place)
{
  return place->region == REGION_GLOBAL ? r->globals[place->var] : r->frames[p - r->pg->procs][place->var];
}

static struct range
of_bits (struct range a, struct range b, bool and)
{
  int64_t top = 1;
  if (and && (a.lo >= 0 || b.lo >= 0)) {
    int64_t hi = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi;
    return (struct range) {0, hi};
  }
  if (a.lo < 0 || b.lo < 0)
    return whole;
  while (top <= a.hi || top <= b.hi)
    top *= 2;
  return (struct range) {0, top - 1};
}

static struct range
of_shift (struct range a, struct range by, bool left)
{
  if (by.lo < 0 || by.hi > 31 || a.lo < 0)
    return left ? whole : towards_zero (a);
  if (!left)
    return (struct range) {a.lo >> by.hi, a.hi >> by.lo};
  return wrapped ((struct range) {a.lo, a.hi << by.hi});
}

static struct range
of_arithmetic (const struct pg_expr *e, struct range a, struct range b)
{
  switch (e->op) {
  case E_ADD: return wrapped ((struct range) {a.lo + b.lo, a.hi + b.hi});
  case E_SUB: return wrapped ((struct range) {a.lo - b.hi, a.hi - b.lo});
  case E_MUL: return product (a, b);
  case E_DIV: return b.lo >= 0 ? towards_zero (a) : wrapped (towards_zero (join (a, (struct range) {-a.hi, -a.lo})));
  case E_MOD:
    if (b.lo >= 0) {
      struct range r = {a.lo < 0 ? -b.hi : 0, a.hi > 0 ? b.hi : 0};
      return r;
    }
    return whole;
  case E_BITAND: return of_bits (a, b, true);
  case E_BITOR:
  case E_BITXOR: return of_bits (a, b, false);
  default: return of_shift (a, b, e->op == E_SHL);
  }
}

static struct range
of_expr (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  switch (e->op) {
  case E_CONST: return (struct range) {e->value, e->value};
  case E_LOAD: return of_place (r, p, e->place);
  case E_REMOTE_LOAD: return towards_zero (r->frames[e->proc][e->place->var]);
  case E_NEG: {
    struct range a = of_expr (r, p, e->kid[0]);
    return wrapped ((struct range) {-a.hi, -a.lo});
  }
  case E_COMPL: {
    struct range a = of_expr (r, p, e->kid[0]);
    return (struct range) {-a.hi - 1, -a.lo - 1};
  }
  case E_ADD: case E_SUB: case E_MUL: case E_DIV: case E_MOD:
  case E_BITAND: case E_BITOR: case E_BITXOR: case E_SHL: case E_SHR:
    return of_arithmetic (e, of_expr (r, p, e->kid[0]), of_expr (r, p, e->kid[1]));
  case E_COND: return join (of_expr (r, p, e->kid[1]), of_expr (r, p, e->kid[2]));
  case E_RUN: case E_PID: case E_NR_PR: case E_LAST: case E_GET_PRIORITY: return (struct range) {0, 255};
  case E_LEN: case E_PC_VALUE: return (struct range) {0, INT32_MAX};
  default: return (struct range) {0, 1};
  }
}

/* ---- what is stored ---- */

struct growth {
  struct ranges *r;
  bool changed, widen;
};

static void
store (struct growth *g, struct range *at, const struct pg_type *type, struct range value)
{
  struct range t = range_of_type (type);
  if (value.lo < t.lo || value.hi > t.hi)
    value = t;
  struct range both = join (*at, value);
  if (both.lo == at->lo && both.hi == at->hi)
    return;
  *at = g->widen ? t : both;
  g->changed = true;
}

static void
store_place (struct growth *g, const struct pg_proc *p, const struct pg_place *place, struct range value, bool by_edge)
{
  struct ranges *r = g->r;
  if (place->region == REGION_GLOBAL) {
    store (g, &r->globals[place->var], &r->pg->vars[place->var].type, value);
    r->global_written[place->var] |= by_edge;
    return;
  }
  assert (p);
  store (g, &r->frames[p - r->pg->procs][place->var], &p->vars[place->var].type, value);
  r->frame_written[p - r->pg->procs][place->var] |= by_edge;
}

static void
store_arguments (struct growth *g, const struct pg_proc *p, const struct pg_expr *e)
{
  struct ranges *r = g->r;
  const struct pg_proc *q = &r->pg->procs[e->proc];
  for (uint32_t i = 0; i < e->nargs && i < q->nparams; i++) {
    store (g, &r->frames[e->proc][i], &q->vars[i].type, of_expr (r, p, e->args[i]));
    r->frame_written[e->proc][i] = true;
  }
}

/* Creations may stand anywhere in an expression. */
static void
look_for_runs (struct growth *g, const struct pg_proc *p, const struct pg_expr *e)
{
  if (!e)
    return;
  if (e->op == E_RUN)
    store_arguments (g, p, e);
  for (int i = 0; i < 3; i++)
    look_for_runs (g, p, e->kid[i]);
}

/* Which channel it is does not matter: the field may be stored into any type that has it. */
static void
send (struct growth *g, const struct pg_proc *p, const struct pg_msg *m)
{
  const struct pg *pg = g->r->pg;
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    for (uint32_t i = 0; i < m->nargs && i < pg->chan_types[c].nfields; i++)
      store (g, &g->r->fields[c][i], &pg->chan_types[c].fields[i], of_expr (g->r, p, m->args[i].expr));
}

static void
receive (struct growth *g, const struct pg_proc *p, const struct pg_msg *m)
{
  const struct pg *pg = g->r->pg;
  for (uint32_t i = 0; i < m->nargs; i++)
    for (uint32_t c = 0; c < pg->nchan_types && m->args[i].kind == ARG_STORE; c++)
      if (i < pg->chan_types[c].nfields)
        store_place (g, p, m->args[i].place, g->r->fields[c][i], true);
}

static void
act (struct growth *g, const struct pg_proc *p, const struct pg_act *a, bool by_edge)
{
  look_for_runs (g, p, a->expr);
  switch (a->kind) {
  case ACT_ASSIGN: store_place (g, p, a->place, of_expr (g->r, p, a->expr), by_edge); break;
  case ACT_NEW_CHAN: store_place (g, p, a->place, (struct range) {0, 255}, by_edge); break;
  case ACT_SEND: send (g, p, a->msg); break;
  case ACT_RECV: receive (g, p, a->msg); break;
  default: break;
  }
}

static void
round_trip (struct growth *g)
{
  const struct pg *pg = g->r->pg;
  for (uint32_t i = 0; i < pg->ninit; i++)
    act (g, NULL, &pg->init[i], false);
  for (uint32_t k = 0; k < pg->nprocs; k++) {
    const struct pg_proc *p = &pg->procs[k];
    for (uint32_t i = 0; i < p->ninit; i++)
      act (g, p, &p->init[i], false);
    for (uint32_t i = 0; i < p->nedges; i++)
      for (uint32_t j = 0; j < p->edges[i].nacts; j++)
        act (g, p, &p->edges[i].acts[j], true);
  }
}

void
ranges_init (struct ranges *r, const struct pg *pg)
{
  enum { PATIENCE = 6 };
  *r = (struct ranges) {.pg = pg};
  r->globals = mem_zalloc ((pg->nvars + 1) * sizeof *r->globals);
  r->global_written = mem_zalloc ((pg->nvars + 1) * sizeof *r->global_written);
  r->frames = mem_zalloc ((pg->nprocs + 1) * sizeof *r->frames);
  r->frame_written = mem_zalloc ((pg->nprocs + 1) * sizeof *r->frame_written);
  r->fields = mem_zalloc ((pg->nchan_types + 1) * sizeof *r->fields);
  for (uint32_t i = 0; i < pg->nprocs; i++) {
    r->frames[i] = mem_zalloc ((pg->procs[i].nvars + 1) * sizeof **r->frames);
    r->frame_written[i] = mem_zalloc ((pg->procs[i].nvars + 1) * sizeof **r->frame_written);
  }
  for (uint32_t i = 0; i < pg->nchan_types; i++)
    r->fields[i] = mem_zalloc ((pg->chan_types[i].nfields + 1) * sizeof **r->fields);
  struct growth g = {.r = r, .changed = true};
  for (int i = 0; g.changed; i++) {
    g.changed = false;
    g.widen = i >= PATIENCE;
    round_trip (&g);
  }
}

void
ranges_release (struct ranges *r)
{
  for (uint32_t i = 0; i < r->pg->nprocs; i++) {
    mem_free (r->frames[i]);
    mem_free (r->frame_written[i]);
  }
  for (uint32_t i = 0; i < r->pg->nchan_types; i++)
    mem_free (r->fields[i]);
  mem_free (r->frames);
  mem_free (r->frame_written);
  mem_free (r->fields);
  mem_free (r->globals);
  mem_free (r->global_written);
}
