#include "symbolic/unroll.h"

void
unroll_init (struct unroll *u, struct circuit *c, bool initial)
{
  *u = (struct unroll) {.c = c, .initial = initial};
  aig_init (&u->g);
  unroll_extend (u);
}

void
unroll_release (struct unroll *u)
{
  for (size_t i = 0; i < u->frames.count; i++)
    mem_free (u->frames.data[i].map);
  VEC_FREE (u->frames);
  aig_release (&u->g);
}

void
unroll_extend (struct unroll *u)
{
  struct circuit *c = u->c;
  size_t k = u->frames.count;
  lit *map = mem_alloc (c->g.nodes.count * sizeof *map);
  for (size_t i = 0; i < c->g.nodes.count; i++)
    map[i] = LIT_NONE;
  for (size_t i = 0; i < c->latches.count; i++) {
    const struct latch *l = &c->latches.data[i];
    bool first = l->stuck || (!k && u->initial);
    map[lit_node (l->now)] = first ? (l->init ? LIT_TRUE : LIT_FALSE) : k ? unroll_lit (u, k - 1, l->next) : aig_leaf (&u->g);
  }
  for (size_t i = 0; i < c->inputs.count; i++)
    map[lit_node (c->inputs.data[i])] = aig_leaf (&u->g);
  VEC_PUSH (u->frames, (struct frame) {map});
}

lit
unroll_lit (struct unroll *u, size_t frame, lit a)
{
  assert (frame < u->frames.count);
  return aig_copy (&u->g, &u->c->g, a, u->frames.data[frame].map);
}
