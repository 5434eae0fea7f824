/* Idea. The latches that a step reads or changes are moved repeatedly towards their common centre. */
#include "symbolic/order.h"

#include <stdlib.h>

#include "symbolic/parts.h"

struct group {
  uint32_t *latches, n;
};

struct groups {
  VEC (struct group) list;
  uint32_t *latch_of;             /* by node: the latch + 1 */
};

/* The latches in the cones of the literals. */
static void
add_support (const struct circuit *c, struct groups *all, const lit *roots, size_t n)
{
  bool *seen = mem_zalloc (c->g.nodes.count);
  VEC (uint32_t) stack = {0}, found = {0};
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (stack, lit_node (roots[i]));
  while (stack.count) {
    uint32_t k = VEC_POP (stack);
    if (seen[k])
      continue;
    seen[k] = true;
    if (all->latch_of[k])
      VEC_PUSH (found, all->latch_of[k] - 1);
    if (aig_is_and (&c->g, k)) {
      VEC_PUSH (stack, lit_node (c->g.nodes.data[k].a));
      VEC_PUSH (stack, lit_node (c->g.nodes.data[k].b));
    }
  }
  if (found.count > 1)
    VEC_PUSH (all->list, (struct group) {found.data, (uint32_t) found.count});
  else
    VEC_FREE (found);
  VEC_FREE (stack);
  mem_free (seen);
}

static void
add_run (struct groups *all, uint32_t first, uint32_t n)
{
  for (int twice = 0; twice < 2 && n > 1; twice++) {
    struct group g = {mem_alloc (n * sizeof *g.latches), n};
    for (uint32_t i = 0; i < n; i++)
      g.latches[i] = first + i;
    VEC_PUSH (all->list, g);
  }
}

/* Words that one step reads or changes are likely to be compared or copied: group bits of equal rank. */
static void
add_ranks (const struct circuit *c, struct groups *all, size_t steps)
{
  const struct parts *p = c->parts;
  uint8_t *rank = mem_zalloc (c->latches.count + 1);      /* 1 + the bit's number; 0: belongs to no word */
  for (size_t i = 0; i < p->cells.count; i++)
    for (unsigned b = 0; b < p->cells.data[i].bits && p->cells.data[i].bits > 1; b++)
      rank[p->cells.data[i].first + b] = (uint8_t) (p->cells.data[i].bit[b] + 1);
  for (size_t i = 0; i < steps; i++)
    for (unsigned b = 1; b <= 64; b++) {
      VEC (uint32_t) same = {0};
      for (uint32_t k = 0; k < all->list.data[i].n; k++)
        if (rank[all->list.data[i].latches[k]] == b)
          VEC_PUSH (same, all->list.data[i].latches[k]);
      if (same.count > 1)
        VEC_PUSH (all->list, (struct group) {same.data, (uint32_t) same.count});
      else
        VEC_FREE (same);
    }
  mem_free (rank);
}

static void
collect (const struct circuit *c, struct groups *all)
{
  const struct parts *p = c->parts;
  for (size_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    VEC (lit) roots = {0};
    VEC_PUSH (roots, s->possible);
    VEC_PUSH (roots, s->fault);
    for (uint32_t k = 0; k < s->nchanges; k++) {
      VEC_PUSH (roots, s->changes[k].to);
      VEC_PUSH (roots, c->latches.data[s->changes[k].latch].now);
    }
    add_support (c, all, roots.data, roots.count);
    VEC_FREE (roots);
  }
  add_ranks (c, all, all->list.count);
  for (size_t i = 0; i < p->cells.count; i++)
    add_run (all, p->cells.data[i].first, p->cells.data[i].bits);
  for (size_t i = 0; i < p->slots.count; i++)
    add_run (all, p->slots.data[i].first_latch, p->slots.data[i].nlatches);
}

struct place {
  double at;
  uint32_t latch;
};

static int
compare_places (const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at ? 1 : x->latch < y->latch ? -1 : x->latch > y->latch;
}

static void
pull (const struct groups *all, uint32_t *position, size_t n)
{
  struct place *to = mem_alloc ((n + 1) * sizeof *to);
  uint32_t *count = mem_zalloc ((n + 1) * sizeof *count);
  for (uint32_t i = 0; i < n; i++)
    to[i] = (struct place) {0, i};
  for (size_t i = 0; i < all->list.count; i++) {
    const struct group *g = &all->list.data[i];
    double centre = 0;
    for (uint32_t k = 0; k < g->n; k++)
      centre += position[g->latches[k]];
    centre /= g->n;
    for (uint32_t k = 0; k < g->n; k++) {
      to[g->latches[k]].at += centre;
      count[g->latches[k]]++;
    }
  }
  for (uint32_t i = 0; i < n; i++)
    to[i].at = count[i] ? to[i].at / count[i] : position[i];
  qsort (to, n, sizeof *to, compare_places);
  for (uint32_t i = 0; i < n; i++)
    position[to[i].latch] = i;
  mem_free (to);
  mem_free (count);
}

uint32_t *
order_latches (const struct circuit *c)
{
  enum { ROUNDS = 30 };
  size_t n = c->latches.count;
  struct groups all = {.latch_of = mem_zalloc (c->g.nodes.count * sizeof *all.latch_of)};
  uint32_t *position = mem_alloc ((n + 1) * sizeof *position);
  for (uint32_t i = 0; i < n; i++) {
    position[i] = i;
    all.latch_of[lit_node (c->latches.data[i].now)] = i + 1;
  }
  collect (c, &all);
  for (int i = 0; i < ROUNDS; i++)
    pull (&all, position, n);
  for (size_t i = 0; i < all.list.count; i++)
    mem_free (all.list.data[i].latches);
  VEC_FREE (all.list);
  mem_free (all.latch_of);
  return position;
}
