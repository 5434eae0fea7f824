/* Inputs become choices: one edge for each value.
 *
 * Idea. An executor of single states has no free inputs; an edge whose inputs have few bits together is replaced by copies,
 * one for each combination of values, as if the program had a choice there. Likewise if the edge's guard admits only few
 * values. For other inputs only selected values get a copy, and a last copy ends in FAULT_RESOURCE for the rest.
 * Source. Nondeterministic values in explicit-state model checkers (SPIN's select, DIVINE's choice).
 * Where we differ. The values are not listed in the statement, but all values of the width.
 * Why that is sound. No value is left out without FAULT_RESOURCE, which makes the verdict unknown. */
#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "model/walk.h"

struct inputs {
  struct pg *pg;
  struct pg_inputs of;            /* the inputs of one edge */
  const uint64_t *values;         /* while copying */
};

static void
see_expr (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct pg_inputs *in = context;
  (void) proc;
  if (e->op != E_INPUT)
    return;
  assert (e->value >= 0 && e->value < PG_MOST_INPUTS);
  assert (!in->bits[e->value] || in->bits[e->value] == pg_bits (e));
  in->bits[e->value] = (uint8_t) pg_bits (e);
  if (in->count <= (uint32_t) e->value)
    in->count = (uint32_t) e->value + 1;
}

struct pg_inputs
pg_inputs_of (const struct pg_edge *e)
{
  struct pg_inputs in = {0};
  for (uint32_t k = 0; k < e->nacts; k++) {
    walk_expr (e->acts[k].expr, PG_ALL, see_expr, &in);
    walk_place (e->acts[k].place, PG_ALL, see_expr, &in);
  }
  return in;
}

static struct pg_place *copy_place (const struct inputs *, const struct pg_place *);

/* A copy of the expression with constants for inputs. */
static struct pg_expr *
copy_expr (const struct inputs *in, const struct pg_expr *e)
{
  if (!e)
    return NULL;
  struct pg_expr *out = ARENA_NEW (&in->pg->arena, struct pg_expr);
  *out = *e;
  if (e->op == E_INPUT) {
    out->op = E_CONST;
    out->value = (int64_t) in->values[e->value];
    return out;
  }
  for (int i = 0; i < 3; i++)
    out->kid[i] = copy_expr (in, e->kid[i]);
  out->place = copy_place (in, e->place);
  return out;
}

static struct pg_place *
copy_place (const struct inputs *in, const struct pg_place *p)
{
  if (!p || !p->nindex)
    return (struct pg_place *) (uintptr_t) p;
  struct pg_place *out = ARENA_NEW (&in->pg->arena, struct pg_place);
  *out = *p;
  for (uint8_t i = 0; i < p->nindex; i++)
    out->index[i] = copy_expr (in, p->index[i]);
  return out;
}

static struct pg_edge
copy_edge (const struct inputs *in, const struct pg_edge *e)
{
  struct pg_edge out = *e;
  out.acts = arena_alloc (&in->pg->arena, e->nacts * sizeof *out.acts);
  for (uint32_t i = 0; i < e->nacts; i++) {
    out.acts[i] = e->acts[i];
    out.acts[i].expr = copy_expr (in, e->acts[i].expr);
    out.acts[i].place = copy_place (in, e->acts[i].place);
  }
  return out;
}

/* ---- values that no test distinguishes ---- */

/* How an edge uses its only input: only in comparisons with constants, or otherwise. */
enum { MOST_TESTED = 20 };
struct tests {
  uint64_t constant[MOST_TESTED]; uint32_t count;
  bool otherwise;
};

static bool
is_input (const struct pg_expr *e)
{
  return e && e->op == E_INPUT && !e->value;
}

static void
see_tests (struct tests *t, const struct pg_expr *e)
{
  if (!e)
    return;
  t->otherwise |= is_input (e);
  if (pg_compares (e->op))
    for (int i = 0; i < 2; i++)
      if (is_input (e->kid[i]) && e->kid[1 - i]->op == E_CONST) {
        if (t->count == MOST_TESTED)
          t->otherwise = true;
        else
          t->constant[t->count++] = (uint64_t) e->kid[1 - i]->value;
        return;
      }
  for (int i = 0; i < 3; i++)
    see_tests (t, e->kid[i]);
  for (uint8_t i = 0; e->place && i < e->place->nindex; i++)
    see_tests (t, e->place->index[i]);
}

/* For an input that is only compared with constants one value of each class is enough: the constants, their neighbours and
 * the extreme values of both orders include one value of every interval between two constants. */
static uint32_t
find_classes (const struct pg_edge *e, unsigned bits, uint64_t *values, uint32_t most)
{
  struct tests t = {0};
  uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1, half = (uint64_t) 1 << (bits - 1);
  uint64_t all[3 * MOST_TESTED + 4] = {0, mask, half, half - 1};
  uint32_t n = 0, nall = 4;
  for (uint32_t k = 0; k < e->nacts; k++) {
    see_tests (&t, e->acts[k].expr);
    for (uint8_t i = 0; e->acts[k].place && i < e->acts[k].place->nindex; i++)
      see_tests (&t, e->acts[k].place->index[i]);
  }
  if (t.otherwise)
    return 0;
  for (uint32_t i = 0; i < t.count; i++)
    for (int d = -1; d <= 1; d++)
      all[nall++] = (t.constant[i] + (uint64_t) (int64_t) d) & mask;
  for (uint32_t i = 0; i < nall; i++) {
    bool known = false;
    for (uint32_t k = 0; k < n; k++)
      known |= values[k] == all[i];
    if (!known && n < most)
      values[n++] = all[i];
  }
  return n;
}

/* The next combination of values; false after the last. */
static bool
next_values (const struct inputs *in, uint64_t *values)
{
  for (uint32_t i = 0; i < in->of.count; i++) {
    if (!in->of.bits[i])
      continue;
    values[i]++;
    if (in->of.bits[i] == 64 || values[i] >> in->of.bits[i] == 0)
      return true;
    values[i] = 0;
  }
  return false;
}

/* The edge for the values without a copy, after which nothing is known. */
static struct pg_edge
edge_of_the_rest (const struct inputs *in, const struct pg_edge *e)
{
  struct pg_expr *zero = ARENA_NEW (&in->pg->arena, struct pg_expr);
  struct pg_act *act = ARENA_NEW (&in->pg->arena, struct pg_act);
  struct pg_edge out = *e;
  zero->op = E_CONST;
  zero->pos = e->pos;
  *act = (struct pg_act){.kind = ACT_CHECK, .pos = e->pos, .expr = zero, .fault = FAULT_RESOURCE,
                         .text = "a value that may be anything has too many values to try each (--engine=explicit)"};
  out.acts = act;
  out.nacts = 1;
  return out;
}

struct edges {
  VEC (struct pg_edge) v;
};

enum { MOST_COMBINATIONS = 4096 };

static void
add_copy (struct inputs *in, struct edges *to, const struct pg_edge *e, const uint64_t *values)
{
  uint64_t *kept = arena_alloc (&in->pg->arena, (in->of.count + 1) * sizeof *kept);
  for (uint32_t i = 0; i < in->of.count; i++)
    kept[i] = values[i] & (in->of.bits[i] == 64 ? UINT64_MAX : ((uint64_t) 1 << in->of.bits[i]) - 1);
  in->values = kept;
  struct pg_edge copy = copy_edge (in, e);
  copy.inputs = kept;
  copy.ninputs = in->of.count;
  VEC_PUSH (to->v, copy);
}

/* ---- values that a guard admits ---- */

/* Restricts the range of unsigned values to those that one conjunct of the guard admits; `*last` < `*first`: none. */
static void
narrow (const struct pg_expr *e, uint64_t *first, uint64_t *last)
{
  if (e->op == E_AND) {
    narrow (e->kid[0], first, last);
    narrow (e->kid[1], first, last);
  } else if ((e->op == E_ULT || e->op == E_ULE) && is_input (e->kid[0]) && e->kid[1]->op == E_CONST) {
    unsigned bits = pg_bits (e->kid[1]);
    uint64_t most = (uint64_t) e->kid[1]->value & (bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1);
    if (e->op == E_ULT && most == 0)
      *first = 1, *last = 0;
    else if (most - (e->op == E_ULT) < *last && *first <= *last)
      *last = most - (e->op == E_ULT);
  }
}

/* Adds a copy for each value, if the edge's only input has few values wherever the edge is executable. */
static bool
add_small (struct inputs *in, struct edges *to, const struct pg_edge *e)
{
  enum { SMALL = 256 };
  uint64_t first = 0, last = UINT64_MAX;
  if (in->of.count != 1 || !e->nacts || e->acts[0].kind != ACT_GUARD)
    return false;
  narrow (e->acts[0].expr, &first, &last);
  if (last >= SMALL)
    return false;
  for (uint64_t v = first; v <= last; v++)
    add_copy (in, to, e, &v);
  return true;
}

/* Every combination of the values, if there are not too many. */
static void
add_combinations (struct inputs *in, struct edges *to, const struct pg_edge *e, const int64_t *extra, uint32_t n)
{
  uint64_t values[PG_MOST_INPUTS] = {0}, total = 1;
  uint32_t at[PG_MOST_INPUTS] = {0}, i = 0;
  for (uint32_t k = 0; k < in->of.count && total <= MOST_COMBINATIONS; k++)
    total *= n;
  while (n && total <= MOST_COMBINATIONS && i < in->of.count) {
    for (uint32_t k = 0; k < in->of.count; k++)
      values[k] = (uint64_t) extra[at[k]];
    add_copy (in, to, e, values);
    for (i = 0; i < in->of.count && ++at[i] == n; i++)
      at[i] = 0;
  }
}

static void
expand_edge (struct inputs *in, struct edges *to, const struct pg_edge *e, unsigned bits, const int64_t *extra, uint32_t nextra)
{
  uint64_t values[PG_MOST_INPUTS] = {0};
  unsigned total = 0;
  for (uint32_t i = 0; i < in->of.count; i++)
    total += in->of.bits[i];
  assert (total > 0);
  if (total <= bits) {
    do
      add_copy (in, to, e, values);
    while (next_values (in, values));
    return;
  }
  if (add_small (in, to, e))
    return;
  uint64_t classes[3 * MOST_TESTED + 4];
  uint32_t n = in->of.count == 1 ? find_classes (e, in->of.bits[0], classes, sizeof classes / sizeof *classes) : 0;
  for (uint32_t i = 0; i < n; i++)
    add_copy (in, to, e, &classes[i]);
  for (uint64_t v = 0; v < 2 && in->of.count == 1 && !n; v++)
    add_copy (in, to, e, &v);     /* if there are too many values: those that most often reveal an error */
  add_combinations (in, to, e, extra, nextra);
  if (!n)
    VEC_PUSH (to->v, edge_of_the_rest (in, e));
}

bool
pg_has_inputs (const struct pg *pg)
{
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t i = 0; i < pg->procs[p].nedges; i++)
      if (pg_inputs_of (&pg->procs[p].edges[i]).count)
        return true;
  return false;
}

void
pg_expand_inputs (struct pg *pg, unsigned bits, const int64_t *extra, uint32_t nextra)
{
  assert (bits <= 16);
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t i = 0; i < pg->procs[p].nedges; i++)
      pg->procs[p].edges[i].origin = i;
  if (!pg_has_inputs (pg))
    return;
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    struct pg_proc *proc = &pg->procs[p];
    struct edges to = {0};
    for (uint32_t i = 0; i < proc->nedges; i++) {
      struct inputs in = {.pg = pg, .of = pg_inputs_of (&proc->edges[i])};
      if (in.of.count)
        expand_edge (&in, &to, &proc->edges[i], bits, extra, nextra);
      else
        VEC_PUSH (to.v, proc->edges[i]);
    }
    proc->nedges = (uint32_t) to.v.count;
    proc->edges = arena_alloc (&pg->arena, to.v.count * sizeof *proc->edges);
    if (to.v.count)
      memcpy (proc->edges, to.v.data, to.v.count * sizeof *proc->edges);
    VEC_FREE (to.v);
  }
  pg_finish (pg);
}

uint32_t
pg_expanded_edge (const struct pg *pg, uint32_t proc, uint32_t edge, const uint64_t *values, uint32_t nvalues)
{
  const struct pg_proc *q = &pg->procs[proc];
  for (uint32_t i = 0; i < q->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    if (e->origin == edge && e->ninputs == nvalues && (!nvalues || !memcmp (e->inputs, values, nvalues * sizeof *values)))
      return i;
  }
  return PG_ALL;
}
