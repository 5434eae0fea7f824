/* Idea. One set of numbers for each variable (range.c), grown until it contains everything that any edge stores: a
 * flow-insensitive analysis, widened to powers of two, then to the range of the type, if it does not converge soon.
 * Source. P. Cousot, R. Cousot, "Static determination of dynamic properties of programs", ISOP 1976; used to narrow latches
 * by V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and On-the-Fly
 * Transactions", CAV 2006, section 4.1.
 * Where we differ. Few numbers are listed explicitly, so that pointers take few latches. All cells of an array share one
 * set. An edge's condition on cells restricts what the edge stores, until these cells, or the cells by which they were
 * indexed, are written.
 * Why that is sound. The sets are closed under every assignment, receive and creation of the program and contain the
 * initial values, so by induction they contain every reachable value. A condition that cannot be evaluated makes its step
 * fail. */
#include "symbolic/ranges.h"

#include <assert.h>

static struct range of_expr (const struct ranges *, const struct pg_proc *, const struct pg_expr *);
static bool same_cell (const struct pg_place *, const struct pg_place *);
static bool names (const struct pg_place *, const struct pg_place *);

/* They have the same value in the same state. */
static bool
same_expr (const struct pg_expr *a, const struct pg_expr *b)
{
  bool same = a->op == b->op && pg_bits (a) == pg_bits (b);
  if (same && a->op == E_CONST)
    return a->value == b->value;
  if (same && a->op == E_LOAD)
    return same_cell (a->place, b->place);
  if (!same || a->op < E_NEG || a->op > E_COND || a->op == E_AND || a->op == E_OR)
    return same && (a->op == E_ZEXT || a->op == E_TRUNC) && same_expr (a->kid[0], b->kid[0]);
  for (int i = 0; i < 3 && same; i++)
    same = !a->kid[i] == !b->kid[i] && (!a->kid[i] || same_expr (a->kid[i], b->kid[i]));
  return same;
}

static bool
same_cell (const struct pg_place *a, const struct pg_place *b)
{
  bool same = a->region == b->region && a->var == b->var && a->nindex == b->nindex;
  for (uint8_t i = 0; same && i < a->nindex; i++)
    same = same_expr (a->index[i], b->index[i]);
  return same;
}

/* It reads a cell of the variable. */
static bool
mentions (const struct pg_expr *e, const struct pg_place *variable)
{
  bool does = e->op == E_LOAD && names (e->place, variable);
  for (int i = 0; i < 3 && !does; i++)
    does = e->kid[i] && mentions (e->kid[i], variable);
  return does;
}

/* It is a cell of the variable, or its index depends on one. */
static bool
names (const struct pg_place *place, const struct pg_place *variable)
{
  bool does = place->region == variable->region && place->var == variable->var;
  for (uint8_t i = 0; i < place->nindex && !does; i++)
    does = mentions (place->index[i], variable);
  return does;
}

static struct range
of_place (const struct ranges *r, const struct pg_proc *p, const struct pg_place *place)
{
  for (uint32_t i = 0; i < r->nknown; i++)
    if (same_cell (r->known[i].place, place))
      return r->known[i].range;
  return place->region == REGION_GLOBAL ? r->globals[place->var] : r->frames[p - r->pg->procs][place->var];
}

/* Comparisons: a OP b holds for all of their numbers, for none, or it depends. */
static struct range
of_comparison (enum pg_op op, struct range a, struct range b)
{
  struct range either = {.lo = 0, .hi = 1};
  bool less = a.hi < b.lo, greater = a.lo > b.hi, most = a.hi <= b.lo, least = a.lo >= b.hi, same = most && least;
  switch (op) {
  case E_LT: return less ? range_one (1) : least ? range_one (0) : either;
  case E_GT: return greater ? range_one (1) : most ? range_one (0) : either;
  case E_LE: return most ? range_one (1) : greater ? range_one (0) : either;
  case E_GE: return least ? range_one (1) : less ? range_one (0) : either;
  case E_EQ: return same ? range_one (1) : less || greater ? range_one (0) : either;
  case E_NE: return same ? range_one (0) : less || greater ? range_one (1) : either;
  default: return either;
  }
}

/* 0 or 1, before its width is considered. */
static struct range
of_test (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  enum pg_op op = e->op == E_ULT ? E_LT : e->op == E_ULE ? E_LE : e->op;
  if (op < E_LT || op > E_NE)
    return (struct range) {.lo = 0, .hi = 1};
  struct range a = of_expr (r, p, e->kid[0]), b = of_expr (r, p, e->kid[1]);
  if (op == e->op)
    return of_comparison (op, a, b);
  return of_comparison (op, range_unsigned (a, pg_bits (e->kid[0])), range_unsigned (b, pg_bits (e->kid[1])));
}

static struct range
of_condition (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  struct range test = of_test (r, p, e->kid[0]);
  if (test.lo == test.hi)
    return of_expr (r, p, e->kid[test.lo ? 1 : 2]);
  return range_join (of_expr (r, p, e->kid[1]), of_expr (r, p, e->kid[2]));
}

static struct range
of_expr (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  unsigned bits = pg_bits (e);
  struct range a;
  switch (e->op) {
  case E_CONST: return bits == 64 ? range_one (e->value) : range_wrapped (range_one (e->value), bits);
  case E_LOAD: return range_wrapped (of_place (r, p, e->place), bits);
  case E_REMOTE_LOAD: return range_wrapped (range_towards_zero (r->frames[e->proc][e->place->var]), bits);
  case E_NEG:
    a = of_expr (r, p, e->kid[0]);
    return range_wrapped ((struct range) {.lo = -a.hi, .hi = -a.lo}, bits);
  case E_COMPL:
    a = of_expr (r, p, e->kid[0]);
    return (struct range) {.lo = -a.hi - 1, .hi = -a.lo - 1};
  case E_ADD: case E_SUB: case E_MUL: case E_DIV: case E_MOD: case E_UDIV: case E_UMOD:
  case E_BITAND: case E_BITOR: case E_BITXOR: case E_SHL: case E_SHR: case E_LSHR:
    return range_arithmetic (e->op, bits, of_expr (r, p, e->kid[0]), of_expr (r, p, e->kid[1]));
  case E_ZEXT: return range_unsigned (of_expr (r, p, e->kid[0]), pg_bits (e->kid[0]));
  case E_SEXT: return of_expr (r, p, e->kid[0]);
  case E_TRUNC: return range_wrapped (of_expr (r, p, e->kid[0]), bits);
  case E_INPUT: return range_whole (bits);
  case E_COND: return of_condition (r, p, e);
  case E_RUN: case E_PID: case E_NR_PR: case E_LAST: case E_GET_PRIORITY: return range_wrapped ((struct range) {.hi = 255}, bits);
  case E_LEN: case E_PC_VALUE: return (struct range) {.hi = INT32_MAX};
  default: return range_wrapped (of_test (r, p, e), bits);
  }
}

/* ---- conditions ---- */

/* Strips conversions that widen a word and keep its value. */
static const struct pg_expr *
unwidened (const struct ranges *r, const struct pg_proc *p, const struct pg_expr *e)
{
  while (e->op == E_SEXT || (e->op == E_ZEXT && of_expr (r, p, e->kid[0]).lo >= 0))
    e = e->kid[0];
  return e;
}

/* The cell is known to be in the interval where the edge is executed. */
static void
know (struct ranges *r, const struct pg_proc *p, const struct pg_place *place, struct range said)
{
  struct range now = of_place (r, p, place);
  if (!range_meet (&now, said))
    return;                       /* the edge is never executed; this is not exploited */
  for (uint32_t i = 0; i < r->nknown; i++)
    if (same_cell (r->known[i].place, place)) {
      r->known[i].range = now;
      return;
    }
  if (r->nknown < RANGES_KNOWN)
    r->known[r->nknown++] = (struct known_range) {place, now};
}

/* a OP b for a cell a; `swapped`: the cell is on the right. */
static void
learn_comparison (struct ranges *r, const struct pg_proc *p, enum pg_op op, bool swapped, const struct pg_place *place, struct range b)
{
  static const enum pg_op mirror[] = {[E_LT] = E_GT, [E_GT] = E_LT, [E_LE] = E_GE, [E_GE] = E_LE, [E_EQ] = E_EQ, [E_NE] = E_NE};
  struct range all = of_place (r, p, place);
  switch (swapped ? mirror[op] : op) {
  case E_LT: all.hi = b.hi - 1; break;
  case E_LE: all.hi = b.hi; break;
  case E_GT: all.lo = b.lo + 1; break;
  case E_GE: all.lo = b.lo; break;
  case E_EQ: all = b; break;
  default:                        /* a number at an end of the interval may be removed */
    all.hi -= b.lo == b.hi && b.lo == all.hi;
    all.lo += b.lo == b.hi && b.lo == all.lo;
  }
  know (r, p, place, all);
}

/* The expression is known to be true, or false. */
static void
learn (struct ranges *r, const struct pg_proc *p, const struct pg_expr *e, bool holds)
{
  static const enum pg_op opposite[] = {[E_LT] = E_GE, [E_GT] = E_LE, [E_LE] = E_GT, [E_GE] = E_LT, [E_EQ] = E_NE, [E_NE] = E_EQ};
  enum pg_op op = e->op == E_ULT ? E_LT : e->op == E_ULE ? E_LE : e->op;
  if (e->op == E_NOT) {
    learn (r, p, e->kid[0], !holds);
    return;
  }
  if (e->op == (holds ? E_AND : E_OR)) {
    learn (r, p, e->kid[0], holds);
    learn (r, p, e->kid[1], holds);
    return;
  }
  if (op < E_LT || op > E_NE)
    return;
  const struct pg_expr *a = unwidened (r, p, e->kid[0]), *b = unwidened (r, p, e->kid[1]);
  struct range x = of_expr (r, p, a), y = of_expr (r, p, b);
  if (op != e->op && (x.lo < 0 || y.lo < 0))
    return;                       /* an unsigned comparison is a different one */
  op = holds ? op : opposite[op];
  /* the loaded value must be the whole cell, not truncated */
  struct range in_a = a->op == E_LOAD ? of_place (r, p, a->place) : x, in_b = b->op == E_LOAD ? of_place (r, p, b->place) : y;
  if (a->op == E_LOAD && in_a.lo >= x.lo && in_a.hi <= x.hi)
    learn_comparison (r, p, op, false, a->place, y);
  if (b->op == E_LOAD && in_b.lo >= y.lo && in_b.hi <= y.hi)
    learn_comparison (r, p, op, true, b->place, x);
}

/* A cell of that variable was written: forget what is known of it, and of cells indexed by it. */
static void
forget (struct ranges *r, const struct pg_place *place)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->nknown; i++)
    if (!names (r->known[i].place, place))
      r->known[n++] = r->known[i];
  r->nknown = n;
}

/* ---- stored values ---- */

struct growth {
  struct ranges *r;
  bool changed;
  enum { GROW_EXACTLY, GROW_TO_POWERS, GROW_TO_TYPE } widen;
};

/* Widens to the next powers of two: this often converges. */
static struct range
widened (struct range r)
{
  struct range w = {.lo = 0, .hi = 0};
  while (w.hi < r.hi)
    w.hi = 2 * w.hi + 1;
  while (w.lo > r.lo)
    w.lo = w.lo ? 2 * w.lo : -1;
  return w;
}

static void
store (struct growth *g, struct range *at, const struct pg_type *type, struct range value)
{
  struct range t = range_of_type (type), both = range_join (*at, range_stored (value, type));
  if (range_same (&both, at))
    return;
  if (g->widen != GROW_EXACTLY)
    both = widened (both);
  *at = g->widen == GROW_TO_TYPE || both.lo < t.lo || both.hi > t.hi ? t : both;
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

/* Creations may occur anywhere in an expression. */
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

/* Whichever channel it is: the field may be stored into any channel type that has it. */
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
  case ACT_NEW_CHAN: store_place (g, p, a->place, (struct range) {.hi = 255}, by_edge); break;
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
        learn (g->r, p, e->acts[0].expr, true);
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

static void
level (struct growth *g, struct range *a, struct range *b)
{
  struct range both = range_join (*a, *b);
  g->changed |= !range_same (a, &both) || !range_same (b, &both);
  *a = *b = both;
}

/* Members of a family must have equal ranges, also in their latches; the order of iteration may widen one before another. */
static void
level_family (struct growth *g, const struct pg_family *f)
{
  struct ranges *r = g->r;
  for (uint32_t m = f->first + 1; m < f->first + f->count; m++) {
    uint32_t theirs = 0;
    for (uint32_t i = 0; i < r->pg->procs[m].nvars; i++)
      level (g, &r->frames[f->first][i], &r->frames[m][i]);
    for (uint32_t i = 0; i < r->pg->nvars; i++) {
      if (r->pg->vars[i].owner != f->first + 1)
        continue;
      while (r->pg->vars[theirs].owner != m + 1)
        theirs++;
      level (g, &r->globals[i], &r->globals[theirs++]);
    }
  }
}

void
ranges_init (struct ranges *r, const struct pg *pg)
{
  enum { PATIENCE = 6, MORE = 30 };
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
    g.widen = i < PATIENCE ? GROW_EXACTLY : i < MORE ? GROW_TO_POWERS : GROW_TO_TYPE;
    round_trip (&g);
    for (uint32_t f = 0; f < pg->nfamilies && !g.changed; f++)
      level_family (&g, &pg->families[f]);
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
