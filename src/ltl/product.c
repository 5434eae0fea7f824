/* Products of automata, and words as automata: a simple, slow way to compare languages, for tests. */
#include "base/table.h"
#include "ltl/automaton.h"

#include <assert.h>

struct pair {
  uint32_t s, t;
};

struct pairs {
  const struct automaton *a, *b;
  struct automaton *out;
  VEC (struct pair) of;           /* the pair that each state of `out` stands for */
  struct table numbers;           /* of the pairs */
};

static uint32_t
number_of (struct pairs *p, uint32_t s, uint32_t t)
{
  uint64_t hash = table_hash ((uint64_t) s << 32 | t);
  for (struct table_probe at = table_probe (hash); table_next (&p->numbers, &at);)
    if (p->of.data[at.number].s == s && p->of.data[at.number].t == t)
      return at.number;
  VEC_PUSH (p->of, (struct pair) {s, t});
  table_add (&p->numbers, hash, automaton_add_state (p->out));
  return (uint32_t) p->of.count - 1;
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
  struct pairs p = { .a = a, .b = b, .out = automaton_new (a->nsets + b->nsets, false) };
  automaton_copy_atoms (p.out, a->atoms.count >= b->atoms.count ? a : b);
  p.out->initial = number_of (&p, a->initial, b->initial);
  for (uint32_t k = 0; k < p.of.count; k++) {
    const struct ba_state *s = &a->states.data[p.of.data[k].s], *t = &b->states.data[p.of.data[k].t];
    for (uint32_t i = s->edge; i < s->edge + s->nedges; i++)
      for (uint32_t j = t->edge; j < t->edge + t->nedges; j++)
        add_joint_edge (&p, k, &a->edges.data[i], &b->edges.data[j]);
  }
  VEC_FREE (p.of);
  table_release (&p.numbers);
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
