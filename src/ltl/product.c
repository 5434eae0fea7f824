/* Products of automata, and words as automata: the slow and obvious way to
 * compare languages. */
#include "ltl/automaton.h"

#include <assert.h>

#define UNSEEN UINT32_MAX

struct pairs {
  const struct automaton *a, *b;
  struct automaton *out;
  uint32_t *number;               /* of the pair (s, t) at s * |b| + t */
  VEC (uint32_t) todo;
};

static uint32_t
number_of (struct pairs *p, uint32_t s, uint32_t t)
{
  size_t at = s * p->b->states.count + t;
  if (p->number[at] == UNSEEN) {
    p->number[at] = automaton_add_state (p->out);
    VEC_PUSH (p->todo, (uint32_t) at);
  }
  return p->number[at];
}

static void
add_joint_edge (struct pairs *p, uint32_t source, const struct ba_edge *e, const struct ba_edge *f)
{
  struct label both = {0};
  for (uint32_t i = 0; i < e->ncubes; i++)
    for (uint32_t j = 0; j < f->ncubes; j++) {
      struct cube x = p->a->cubes.data[e->cube + i], y = p->b->cubes.data[f->cube + j];
      if (!cube_disjoint (x, y))
        VEC_PUSH (both, cube_and (x, y));
    }
  if (both.count) {
    uint32_t target = number_of (p, e->target, f->target);
    automaton_add_edge (p->out, source, target, e->marks | f->marks << p->a->nsets, both.data, both.count);
  }
  VEC_FREE (both);
}

struct automaton *
automaton_product (const struct automaton *a, const struct automaton *b)
{
  assert (a->nsets + b->nsets < 64);
  size_t n = a->states.count * b->states.count;
  struct pairs p = { .a = a, .b = b, .out = automaton_new (a->nsets + b->nsets, false) };
  p.number = mem_alloc (n * sizeof *p.number);
  for (size_t i = 0; i < n; i++)
    p.number[i] = UNSEEN;
  automaton_copy_atoms (p.out, a->atoms.count >= b->atoms.count ? a : b);
  p.out->initial = number_of (&p, a->initial, b->initial);
  while (p.todo.count) {
    uint32_t at = VEC_POP (p.todo);
    const struct ba_state *s = &a->states.data[at / b->states.count], *t = &b->states.data[at % b->states.count];
    for (uint32_t i = s->edge; i < s->edge + s->nedges; i++)
      for (uint32_t j = t->edge; j < t->edge + t->nedges; j++)
        add_joint_edge (&p, p.number[at], &a->edges.data[i], &b->edges.data[j]);
  }
  VEC_FREE (p.todo);
  mem_free (p.number);
  automaton_finish (p.out);
  return p.out;
}

bool
automaton_accepts (const struct automaton *a, const uint64_t *u, size_t nu, const uint64_t *v, size_t nv)
{
  assert (nv > 0);
  struct automaton *word = automaton_new (0, false);
  for (size_t i = 0; i < nu + nv; i++)
    automaton_add_state (word);
  for (size_t i = 0; i < nu + nv; i++) {
    uint64_t letter = i < nu ? u[i] : v[i - nu];
    uint32_t next = (uint32_t) (i + 1 < nu + nv ? i + 1 : nu);
    automaton_add_edge (word, (uint32_t) i, next, 0, &(struct cube) { letter, ~letter }, 1);
  }
  automaton_finish (word);
  struct automaton *both = automaton_product (a, word);
  bool accepted = !automaton_is_empty (both);
  automaton_free (both);
  automaton_free (word);
  return accepted;
}
