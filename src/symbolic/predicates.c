/* Comparisons between words in a model: what a proof is likely to need. */
#include "symbolic/families.h"
#include "symbolic/parts.h"

enum {
  MOST = 400,                     /* limit on predicates */
  FEW = 4                         /* a predicate over fewer latches is left to the latches */
};

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

/* Over values that change and have more than one bit: otherwise latches suffice. */
static bool
is_worth_it (const struct pg_expr *e)
{
  return pg_compares (e->op) && !has_input (e) && pg_bits (e->kid[0]) > 1;
}

static void
add (const struct collecting *c, const struct pg_expr *e)
{
  struct env v;
  env_init (&v, c->p, c->slot, c->type);
  VEC_PUSH (c->out->list, (struct predicate) {expr_true (&v, e), c->slot});
  env_release (&v);
}

static void
collect (const struct collecting *c, const struct pg_expr *e)
{
  if (!e)
    return;
  if (is_worth_it (e))
    add (c, e);
  for (int i = 0; i < 3; i++)
    collect (c, e->kid[i]);
}

static bool
mentions (const struct pg_expr *e, const struct pg_place *place)
{
  bool any = false;
  if (!e)
    return false;
  if (e->place)
    any = e->place->region == place->region && e->place->var == place->var;
  for (int i = 0; i < 3; i++)
    any |= mentions (e->kid[i], place);
  for (uint8_t i = 0; e->place && i < e->place->nindex; i++)
    any |= mentions (e->place->index[i], place);
  return any;
}

/* A stored value equals what it was computed from until one of them changes: proofs about copies of shared variables start
 * from that. */
static void
collect_stored (const struct collecting *c, const struct pg_act *a)
{
  if (a->kind != ACT_ASSIGN || a->place->nindex || a->expr->op == E_CONST || pg_bits (a->expr) == 1 || has_input (a->expr)
      || mentions (a->expr, a->place))
    return;
  struct pg_expr load = {.op = E_LOAD, .bits = a->expr->bits, .place = a->place, .pos = a->pos};
  struct pg_expr same = {.op = E_EQ, .kid = {&load, a->expr}, .pos = a->pos};
  add (c, &same);
}

/* The dependencies of a node of the circuit. */
struct support {
  bool *own, *other, *input;      /* by node: depends on something of the slot, if that is a family's member; on another
                                   * member; on an input */
  uint32_t *latches;              /* by node: upper bound of the latches it depends on */
};

static struct support
support_of (const struct circuit *c, uint32_t slot)
{
  size_t n = c->g.nodes.count;
  struct support s = {mem_zalloc (n), mem_zalloc (n), mem_zalloc (n), mem_zalloc (n * sizeof *s.latches)};
  uint32_t *member = mem_alloc ((c->latches.count + 1) * sizeof *member);
  families_members (c, member);
  for (size_t i = 0; i < c->inputs.count; i++)
    s.input[lit_node (c->inputs.data[i])] = true;
  for (size_t i = 0; i < c->latches.count; i++) {
    uint32_t node = lit_node (c->latches.data[i].now);
    s.own[node] = member[i] == slot;
    s.other[node] = member[i] != slot && member[i] != PG_ALL;
    s.latches[node] = 1;
  }
  for (uint32_t i = 1; i < n; i++)
    if (aig_is_and (&c->g, i)) {
      uint32_t a = lit_node (c->g.nodes.data[i].a), b = lit_node (c->g.nodes.data[i].b);
      s.own[i] = s.own[a] || s.own[b];
      s.other[i] = s.other[a] || s.other[b];
      s.input[i] = s.input[a] || s.input[b];
      s.latches[i] = s.latches[a] + s.latches[b] < FEW ? s.latches[a] + s.latches[b] : FEW;
    }
  mem_free (member);
  return s;
}

static void
support_release (struct support *s)
{
  mem_free (s->own);
  mem_free (s->other);
  mem_free (s->input);
  mem_free (s->latches);
}

static bool
is_known (const struct predicates *all, lit holds, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (lit_node (all->list.data[k].holds) == lit_node (holds))
      return true;
  return holds <= LIT_TRUE;
}

/* Keeps the new ones from `from` on, if there are not too many, and records the owner of each: a member, or none. No
 * predicate depends on two members. */
static void
keep_new (const struct circuit *c, struct predicates *out, size_t from, uint32_t slot)
{
  struct support s = support_of (c, slot);
  size_t n = from;
  for (size_t i = from; i < out->list.count && n < MOST; i++) {
    uint32_t node = lit_node (out->list.data[i].holds);
    if (is_known (out, out->list.data[i].holds, n) || s.input[node] || s.other[node] || s.latches[node] < FEW)
      continue;
    out->list.data[n] = out->list.data[i];
    if (families_of (c->pg, slot) != PG_ALL && !s.own[node])
      out->list.data[n].slot = PG_ALL;
    n++;
  }
  out->list.count = n;
  support_release (&s);
}

/* Preconditions: what must hold before a step of the slot for one of the predicates to hold after it. */
static void
collect_before (struct circuit *c, struct predicates *out, uint32_t slot)
{
  size_t n = out->list.count, room = c->g.nodes.count * 2 + 1000;
  lit *map = mem_alloc (room * sizeof *map);
  for (uint32_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    if (s->slot != slot || c->g.nodes.count > room)
      continue;
    size_t nodes = c->g.nodes.count;
    for (size_t k = 0; k < nodes; k++)
      map[k] = aig_is_and (&c->g, (uint32_t) k) ? LIT_NONE : (lit) k << 1;
    for (uint32_t k = 0; k < s->nchanges; k++)
      map[lit_node (c->latches.data[s->changes[k].latch].now)] = s->changes[k].to;
    for (size_t k = 0; k < n && out->list.count < 2 * MOST; k++) {
      const struct predicate *p = &out->list.data[k];
      if ((p->slot != slot && p->slot != PG_ALL) || lit_node (p->holds) >= nodes)
        continue;
      lit before = aig_copy (&c->g, &c->g, p->holds, map);
      if (!is_known (out, before, out->list.count))
        VEC_PUSH (out->list, (struct predicate) {before, slot});
    }
  }
  mem_free (map);
  keep_new (c, out, n, slot);
}

/* The predicates of a family's first member, transferred to another member. */
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
    if (out->list.data[i].slot == first)
      VEC_PUSH (out->list, (struct predicate) {aig_copy (&c->g, &c->g, out->list.data[i].holds, map), member});
  mem_free (map);
  mem_free (swapped);
}

/* Whether a shared number still has its first value. */
static void
collect_initial (struct circuit *c, struct predicates *out)
{
  const struct parts *p = c->parts;
  for (uint32_t i = 0; i < p->pg->nvars; i++) {
    const struct cell *k = &p->cells.data[p->global_cell[i]];
    lit holds = LIT_TRUE;
    if (p->pg->vars[i].owner || p->pg->vars[i].ndims || k->bits < FEW)
      continue;
    for (unsigned b = 0; b < k->bits; b++)
      holds = aig_and (&c->g, holds, lit_if (c->latches.data[k->first + b].now, c->latches.data[k->first + b].init));
    VEC_PUSH (out->list, (struct predicate) {holds, PG_ALL});
  }
}

/* Proofs for any number of members count the members in a clause and rely on the owners of predicates. */
bool
circuit_predicates_check (const struct circuit *c, const struct predicates *all)
{
  bool right = true;
  for (uint32_t slot = 0; slot <= c->parts->slots.count; slot++) {
    uint32_t whose = slot < c->parts->slots.count ? slot : PG_ALL;
    struct support s = support_of (c, whose);
    for (size_t i = 0; i < all->list.count; i++)
      if (all->list.data[i].slot == whose)
        right = right && !s.other[lit_node (all->list.data[i].holds)];
    support_release (&s);
  }
  return right;
}

void
circuit_predicates (struct circuit *circuit, unsigned rounds, struct predicates *out)
{
  struct parts *p = circuit->parts;
  collect_initial (circuit, out);
  for (uint32_t s = 0; s < p->slots.count; s++) {
    uint32_t family = families_of (p->pg, s);
    size_t from = out->list.count;
    if (family != PG_ALL && p->pg->families[family].first != s)
      continue;
    for (uint32_t t = 0; t < p->slots.data[s].types.count; t++) {
      const struct pg_proc *q = &p->pg->procs[p->slots.data[s].types.data[t].proc];
      struct collecting c = {p, out, s, t};
      for (uint32_t i = 0; i < q->nedges; i++)
        for (uint32_t k = 0; k < q->edges[i].nacts; k++) {
          collect (&c, q->edges[i].acts[k].expr);
          collect_stored (&c, &q->edges[i].acts[k]);
        }
    }
    keep_new (circuit, out, from, s);
    for (unsigned r = 0; r < rounds; r++)
      collect_before (circuit, out, s);
    size_t to = out->list.count;
    for (uint32_t m = 1; family != PG_ALL && m < p->pg->families[family].count; m++)
      copy_for_member (circuit, out, from, to, s, s + m);
  }
  assert (circuit_predicates_check (circuit, out));
}
