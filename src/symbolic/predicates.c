/* Comparisons of words that a model makes: what a proof is likely to speak of. */
#include "symbolic/families.h"
#include "symbolic/parts.h"

struct collecting {
  struct parts *p;
  struct predicates *out;
  uint32_t slot, type;
};

static bool
has_input (const struct pg_expr *e)
{
  if (!e)
    return false;
  bool any = e->op == E_INPUT || e->op == E_RUN || e->op == E_TIMEOUT;
  for (int i = 0; i < 3; i++)
    any |= has_input (e->kid[i]);
  for (uint8_t i = 0; e->place && i < e->place->nindex; i++)
    any |= has_input (e->place->index[i]);
  return any;
}

static bool
is_comparison (enum pg_op op)
{
  return (op >= E_LT && op <= E_NE) || op == E_ULT || op == E_ULE;
}

/* Of values that change, and of more than one bit: else latches say the same. */
static bool
is_worth_it (const struct pg_expr *e)
{
  return is_comparison (e->op) && !has_input (e) && e->kid[0]->op != E_CONST && e->kid[1]->op != E_CONST && pg_bits (e->kid[0]) > 1;
}

static void
collect (const struct collecting *c, const struct pg_expr *e)
{
  if (!e)
    return;
  if (is_worth_it (e)) {
    struct env v;
    env_init (&v, c->p, c->slot, c->type);
    VEC_PUSH (c->out->list, (struct predicate) {expr_true (&v, e), c->slot});
    env_release (&v);
  }
  for (int i = 0; i < 3; i++)
    collect (c, e->kid[i]);
}

/* The same one again, in this slot and so in each that is a copy of it. */
static bool
is_known (const struct predicates *all, size_t from, size_t i)
{
  for (size_t k = from; k < i; k++)
    if (lit_node (all->list.data[k].holds) == lit_node (all->list.data[i].holds))
      return true;
  return all->list.data[i].holds <= LIT_TRUE;
}

/* What the first member of a family says, said of another one. */
static void
copy_for_member (struct circuit *c, struct predicates *out, size_t from, size_t to, uint32_t first, uint32_t member)
{
  uint32_t *swapped = mem_alloc ((c->latches.count + 1) * sizeof *swapped);
  lit *map = mem_alloc (c->g.nodes.count * sizeof *map);
  families_swap (c, first, member, swapped);
  for (size_t i = 0; i < c->g.nodes.count; i++)
    map[i] = aig_is_and (&c->g, (uint32_t) i) ? LIT_NONE : (lit) i << 1;
  for (size_t i = 0; i < c->latches.count; i++)
    map[lit_node (c->latches.data[i].now)] = c->latches.data[swapped[i]].now;
  for (size_t i = from; i < to; i++)
    VEC_PUSH (out->list, (struct predicate) {aig_copy (&c->g, &c->g, out->list.data[i].holds, map), member});
  mem_free (map);
  mem_free (swapped);
}

void
circuit_predicates (struct circuit *circuit, struct predicates *out)
{
  enum { MOST = 200 };            /* of one slot */
  struct parts *p = circuit->parts;
  for (uint32_t s = 0; s < p->slots.count; s++)
    for (uint32_t t = 0; t < p->slots.data[s].types.count; t++) {
      const struct pg_proc *q = &p->pg->procs[p->slots.data[s].types.data[t].proc];
      struct collecting c = {p, out, s, t};
      uint32_t family = families_of (p->pg, s);
      if (family != PG_ALL && p->pg->families[family].first != s)
        continue;
      size_t from = out->list.count, n = from;
      for (uint32_t i = 0; i < q->nedges; i++)
        for (uint32_t k = 0; k < q->edges[i].nacts; k++)
          collect (&c, q->edges[i].acts[k].expr);
      for (size_t i = from; i < out->list.count && n - from < MOST; i++)
        if (!is_known (out, from, i)) {
          out->list.data[n] = out->list.data[i];
          n++;
        }
      out->list.count = n;
      for (uint32_t m = 1; family != PG_ALL && m < p->pg->families[family].count; m++)
        copy_for_member (circuit, out, from, n, s, s + m);
    }
}
