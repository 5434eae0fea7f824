/* Idea. One interval for each variable, grown until nothing any edge stores lies
 * outside it: interval analysis without regard to the flow of control, widened to what the type
 * holds when it does not settle soon.
 * Source. P. Cousot, R. Cousot, "Static determination of dynamic properties of programs", 1976; as
 * used by paper 4 (Kahlon, Gupta, Sinha, CAV 2006, section 4.1) to narrow latches.
 * Where we differ. All cells of an array share one interval. What an edge's condition says of cells counts for what the edge stores.
 * Why that is sound. The set of intervals is closed under every assignment, receive and creation of
 * the program and has the initial values in it, so by induction every reachable value is inside. A condition that could not be evaluated
 * makes its step fail.
 */
#include "symbolic/ranges.h"

#include <assert.h>

#include "base/mutant.h"

/* All numbers of so many bits in two's complement. */
static struct range
whole (unsigned bits)
{
  return (struct range) {-((range_int) 1 << (bits - 1)), ((range_int) 1 << (bits - 1)) - 1};
}

struct range
range_of_type (const struct pg_type *t)
{
  return t->is_signed ? whole (t->bits) : (struct range) {0, ((range_int) 1 << t->bits) - 1};
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
  while (r.lo < -((range_int) 1 << bits) || r.hi > ((range_int) 1 << bits) - 1)
    bits++;
  return bits + 1;
}

static struct range
join (struct range a, struct range b)
{
  return (struct range) {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* A value that may not fit its width may be anything. */
static struct range
wrapped (struct range r, unsigned bits)
{
  struct range all = whole (bits);
  return r.lo < all.lo || r.hi > all.hi ? all : r;
}

/* The same bits as a number without sign. */
static struct range
unsigned_of (struct range r, unsigned bits)
{
  return r.lo >= 0 ? r : (struct range) {0, ((range_int) 1 << bits) - 1};
}

static struct range
product (struct range a, struct range b)
{
  range_int p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  struct range r = {p[0], p[0]};
  for (int i = 1; i < 4; i++)
    r = join (r, (struct range) {p[i], p[i]});
  return r;
}

/* Between zero and a; also if that is negative. */
static struct range
towards_zero (struct range a)
{
  return join (a, (struct range) {0, 0});
}

static struct range of_expr (const struct ranges *, const struct pg_proc *, const struct pg_expr *);

static bool
same_cell (const struct pg_place *a, const struct pg_place *b)
{
  bool same = a->region == b->region && a->var == b->var && a->nindex == b->nindex;
  for (uint8_t i = 0; same && i < a->nindex; i++)
    same = a->index[i]->op == E_CONST && b->index[i]->op == E_CONST && a->index[i]->value == b->index[i]->value;
  return same;
}

static struct range
of_place (const struct ranges *r, const struct pg_proc *p, const struct pg_place *place)
{
  for (uint32_t i = 0; i < r->nknown; i++)
    if (same_cell (r->known[i].place, place))
      return r->known[i].range;
  return place->region == REGION_GLOBAL ? r->globals[place->var] : r->frames[p - r->pg->procs][place->var];
}

/* `bits`: the expression's width. */
static struct range
of_bits (struct range a, struct range b, bool and, unsigned bits)
{
  range_int top = 1;
  if (and && (a.lo >= 0 || b.lo >= 0)) {
    range_int hi = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi;
    return (struct range) {0, hi};
  }
  if (a.lo < 0 || b.lo < 0)
    return whole (bits);
  while (top <= a.hi || top <= b.hi)
    top *= 2;
  return (struct range) {0, top - 1};
}

static struct range
of_shift (struct range a, struct range by, bool left, unsigned bits)
{
  if (by.lo < 0 || by.hi >= bits || a.lo < 0)
    return left ? whole (bits) : towards_zero (a);
  if (!left)
    return (struct range) {a.lo >> (int) by.hi, a.hi >> (int) by.lo};
  return by.hi + 64 > 126 ? whole (bits) : wrapped ((struct range) {a.lo, a.hi << (int) by.hi}, bits);
}

static struct range
of_quotient (struct range a, struct range b, bool rest)
{
  if (!rest)
    return b.lo >= 0 ? towards_zero (a) : towards_zero (join (a, (struct range) {-a.hi, -a.lo}));
  range_int most = b.hi > -b.lo ? b.hi : -b.lo;
  return (struct range) {a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0};
}

static struct range
of_arithmetic (const struct pg_expr *e, struct range a, struct range b)
{
  unsigned bits = pg_bits (e);
  switch (e->op) {
  case E_ADD: return wrapped ((struct range) {a.lo + b.lo, a.hi + b.hi}, bits);
  case E_SUB: return wrapped ((struct range) {a.lo - b.hi, a.hi - b.lo}, bits);
  case E_MUL: return bits > 62 && (a.lo < INT32_MIN || b.lo < INT32_MIN || a.hi > INT32_MAX || b.hi > INT32_MAX) ? whole (bits)
                                                                                                           : wrapped (product (a, b), bits);
  case E_DIV: case E_MOD: return wrapped (of_quotient (a, b, e->op == E_MOD), bits);
  case E_UDIV: case E_UMOD: return wrapped (of_quotient (unsigned_of (a, bits), unsigned_of (b, bits), e->op == E_UMOD), bits);
  case E_BITAND: return of_bits (a, b, true, bits);
  case E_BITOR:
  case E_BITXOR: return of_bits (a, b, false, bits);
  case E_LSHR: return wrapped (of_shift (unsigned_of (a, bits), b, false, bits), bits);
  default: return of_shift (a, b, e->op == E_SHL, bits);
  }
}

static struct range
of_expr (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  unsigned bits = pg_bits (e);
  struct range a;
  switch (e->op) {
  case E_CONST: return bits == 64 ? (struct range) {e->value, e->value} : wrapped ((struct range) {e->value, e->value}, bits);
  case E_LOAD: return wrapped (of_place (r, p, e->place), bits);
  case E_REMOTE_LOAD: return wrapped (towards_zero (r->frames[e->proc][e->place->var]), bits);
  case E_NEG:
    a = of_expr (r, p, e->kid[0]);
    return wrapped ((struct range) {-a.hi, -a.lo}, bits);
  case E_COMPL:
    a = of_expr (r, p, e->kid[0]);
    return (struct range) {-a.hi - 1, -a.lo - 1};
  case E_ADD: case E_SUB: case E_MUL: case E_DIV: case E_MOD: case E_UDIV: case E_UMOD:
  case E_BITAND: case E_BITOR: case E_BITXOR: case E_SHL: case E_SHR: case E_LSHR:
    return of_arithmetic (e, of_expr (r, p, e->kid[0]), of_expr (r, p, e->kid[1]));
  case E_ZEXT: return unsigned_of (of_expr (r, p, e->kid[0]), pg_bits (e->kid[0]));
  case E_SEXT: return of_expr (r, p, e->kid[0]);
  case E_TRUNC: return wrapped (of_expr (r, p, e->kid[0]), bits);
  case E_INPUT: return whole (bits);
  case E_COND: return join (of_expr (r, p, e->kid[1]), of_expr (r, p, e->kid[2]));
  case E_RUN: case E_PID: case E_NR_PR: case E_LAST: case E_GET_PRIORITY: return wrapped ((struct range) {0, 255}, bits);
  case E_LEN: case E_PC_VALUE: return (struct range) {0, INT32_MAX};
  default: return wrapped ((struct range) {0, 1}, bits);
  }
}

/* ---- what a condition says ---- */

/* Without what makes a word wider and leaves its value. */
static const struct pg_expr *
unwidened (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  while (e->op == E_SEXT || (e->op == E_ZEXT && of_expr (r, p, e->kid[0]).lo >= 0))
    e = e->kid[0];
  return e;
}

/* The cell is known to be in the interval, where the edge is executed. */
static void
know (struct ranges *r, const struct pg_proc *p, const struct pg_place *place, struct range said)
{
  struct range now = of_place (r, p, place);
  now.lo = said.lo > now.lo ? said.lo : now.lo;
  now.hi = said.hi < now.hi ? said.hi : now.hi;
  if (now.lo > now.hi)
    return;                       /* it is never executed; that is not made use of */
  for (uint32_t i = 0; i < r->nknown; i++)
    if (same_cell (r->known[i].place, place)) {
      r->known[i].range = now;
      return;
    }
  if (r->nknown < RANGES_KNOWN)
    r->known[r->nknown++] = (struct known_range) {place, now};
}

/* a OP b for a cell a; `swapped`: it stands on the right. */
static void
learn_comparison (struct ranges *r, const struct pg_proc *p, enum pg_op op, bool swapped, const struct pg_place *place, struct range b)
{
  static const enum pg_op mirror[] = {[E_LT] = E_GT, [E_GT] = E_LT, [E_LE] = E_GE, [E_GE] = E_LE, [E_EQ] = E_EQ};
  struct range all = {-((range_int) 1 << 70), (range_int) 1 << 70};
  switch (swapped ? mirror[op] : op) {
  case E_LT: all.hi = b.hi - 1; break;
  case E_LE: all.hi = b.hi; break;
  case E_GT: all.lo = b.lo + 1; break;
  case E_GE: all.lo = b.lo; break;
  case E_EQ: all = b; break;
  default: return;
  }
  know (r, p, place, all);
}

static void
learn (struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  enum pg_op op = e->op == E_ULT ? E_LT : e->op == E_ULE ? E_LE : e->op;
  if (e->op == E_AND) {
    learn (r, p, e->kid[0]);
    learn (r, p, e->kid[1]);
    return;
  }
  if (op != E_LT && op != E_LE && op != E_GT && op != E_GE && op != E_EQ)
    return;
  const struct pg_expr *a = unwidened (r, p, e->kid[0]), *b = unwidened (r, p, e->kid[1]);
  struct range x = of_expr (r, p, a), y = of_expr (r, p, b);
  if (op != e->op && (x.lo < 0 || y.lo < 0))
    return;                       /* without sign it is another comparison */
  /* what is loaded must be what is there: not cut off */
  struct range in_a = a->op == E_LOAD ? of_place (r, p, a->place) : x, in_b = b->op == E_LOAD ? of_place (r, p, b->place) : y;
  if (a->op == E_LOAD && in_a.lo >= x.lo && in_a.hi <= x.hi)
    learn_comparison (r, p, op, false, a->place, y);
  if (b->op == E_LOAD && in_b.lo >= y.lo && in_b.hi <= y.hi)
    learn_comparison (r, p, op, true, b->place, x);
}

/* A cell of that variable was written: nothing is known of it any more. */
static void
forget (struct ranges *r, const struct pg_place *place)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->nknown; i++)
    if (r->known[i].place->region != place->region || r->known[i].place->var != place->var)
      r->known[n++] = r->known[i];
  r->nknown = MUTANT (symbolic_ranges_remember) ? r->nknown : n;
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
    for (uint32_t i = 0; i < p->nedges; i++) {
      const struct pg_edge *e = &p->edges[i];
      if (e->nacts && e->acts[0].kind == ACT_GUARD)
        learn (g->r, p, e->acts[0].expr);
      for (uint32_t j = 0; j < e->nacts; j++) {
        act (g, p, &e->acts[j], true);
        if (e->acts[j].place)
          forget (g->r, e->acts[j].place);
        if (e->acts[j].msg)
          g->r->nknown = 0;
      }
      g->r->nknown = 0;
    }
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
