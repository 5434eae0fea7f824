/* Construction and invariants of automata. */
#include "ltl/automaton.h"

#include <assert.h>
#include <stdlib.h>

struct automaton *
automaton_new (uint32_t nsets, bool by_state)
{
  assert (nsets <= 64 && (!by_state || nsets == 1));
  struct automaton *a = mem_zalloc (sizeof *a);
  a->nsets = nsets;
  a->by_state = by_state;
  return a;
}

static void
release_atoms (struct automaton *a)
{
  for (uint32_t i = 0; i < a->atoms.count; i++)
    mem_free (a->atoms.text[i]);
  mem_free (a->atoms.text);
  a->atoms = (struct ba_atoms) {0};
}

void
automaton_free (struct automaton *a)
{
  if (!a)
    return;
  release_atoms (a);
  VEC_FREE (a->states);
  VEC_FREE (a->edges);
  VEC_FREE (a->cubes);
  mem_free (a);
}

void
automaton_set_atoms (struct automaton *a, const char *const *text, uint32_t count)
{
  assert (count <= 64);
  release_atoms (a);
  a->atoms.text = mem_alloc ((count + 1) * sizeof *a->atoms.text);
  a->atoms.count = count;
  for (uint32_t i = 0; i < count; i++)
    a->atoms.text[i] = mem_strdup (text[i]);
}

void
automaton_copy_atoms (struct automaton *a, const struct automaton *from)
{
  automaton_set_atoms (a, (const char *const *) from->atoms.text, from->atoms.count);
}

uint32_t
automaton_add_state (struct automaton *a)
{
  VEC_PUSH (a->states, (struct ba_state) {0});
  return (uint32_t) a->states.count - 1;
}

void
automaton_copy_states (struct automaton *a, const struct automaton *from)
{
  assert (!a->states.count);
  automaton_copy_atoms (a, from);
  for (uint32_t s = 0; s < from->states.count; s++)
    automaton_add_state (a);
  a->initial = from->initial;
}

void
automaton_add_edge (struct automaton *a, uint32_t source, uint32_t target, uint64_t marks, const struct cube *cubes, size_t n)
{
  assert (source < a->states.count && target < a->states.count);
  struct ba_edge e = { source, target, (uint32_t) a->cubes.count, (uint32_t) n, marks };
  for (size_t i = 0; i < n; i++) {
    struct cube c = cubes[i];     /* may lie in a->cubes, which a push may move */
    VEC_PUSH (a->cubes, c);
  }
  VEC_PUSH (a->edges, e);
}

static int
compare_edges (const void *x, const void *y)
{
  const struct ba_edge *a = x, *b = y;
  if (a->source != b->source)
    return a->source < b->source ? -1 : 1;
  if (a->target != b->target)
    return a->target < b->target ? -1 : 1;
  if (a->marks != b->marks)
    return a->marks < b->marks ? -1 : 1;
  return (a->cube > b->cube) - (a->cube < b->cube);
}

static bool
same_but_label (const struct ba_edge *a, const struct ba_edge *b)
{
  return a->source == b->source && a->target == b->target && a->marks == b->marks;
}

void
automaton_finish (struct automaton *a)
{
  if (a->edges.count)
    qsort (a->edges.data, a->edges.count, sizeof *a->edges.data, compare_edges);
  VEC (struct cube) cubes = {0};
  struct label label = {0};
  size_t n = 0;
  for (size_t i = 0, j; i < a->edges.count; i = j) {
    label.count = 0;
    for (j = i; j < a->edges.count && same_but_label (&a->edges.data[i], &a->edges.data[j]); j++)
      for (uint32_t k = 0; k < a->edges.data[j].ncubes; k++) {
        struct cube c = a->cubes.data[a->edges.data[j].cube + k];
        if ((c.pos & c.neg) == 0)
          VEC_PUSH (label, c);
      }
    if (label.count == 0)
      continue;
    label_minimise (&label);
    struct ba_edge e = a->edges.data[i];
    e.cube = (uint32_t) cubes.count;
    e.ncubes = (uint32_t) label.count;
    for (size_t k = 0; k < label.count; k++)
      VEC_PUSH (cubes, label.data[k]);
    a->edges.data[n++] = e;
  }
  VEC_FREE (label);
  VEC_FREE (a->cubes);
  a->cubes.data = cubes.data;
  a->cubes.count = cubes.count;
  a->cubes.room = cubes.room;
  a->edges.count = n;
  size_t at = 0;
  for (uint32_t s = 0; s < a->states.count; s++) {
    struct ba_state *q = &a->states.data[s];
    q->edge = (uint32_t) at;
    while (at < n && a->edges.data[at].source == s)
      at++;
    q->nedges = (uint32_t) at - q->edge;
  }
}

struct automaton *
automaton_restrict (const struct automaton *a, const bool *keep)
{
  struct automaton *b = automaton_new (a->nsets, a->by_state);
  automaton_copy_atoms (b, a);
  uint32_t *map = mem_alloc ((a->states.count + 1) * sizeof *map);
  for (uint32_t s = 0; s < a->states.count; s++)
    map[s] = !keep || keep[s] || s == a->initial ? automaton_add_state (b) : UINT32_MAX;
  b->initial = map[a->initial];
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    bool kept = !keep || (keep[e->source] && keep[e->target]);
    if (kept)
      automaton_add_edge (b, map[e->source], map[e->target], e->marks, a->cubes.data + e->cube, e->ncubes);
  }
  mem_free (map);
  automaton_finish (b);
  return b;
}

void
automaton_check (const struct automaton *a)
{
  assert (a->states.count > 0 && a->initial < a->states.count);
  assert (a->nsets <= 64 && (!a->by_state || a->nsets == 1));
  size_t edges = 0;
  for (uint32_t s = 0; s < a->states.count; s++) {
    const struct ba_state *q = &a->states.data[s];
    assert (q->edge == edges);
    edges += q->nedges;
    for (uint32_t i = q->edge; i < edges; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      assert (e->source == s && e->target < a->states.count && e->ncubes > 0);
      assert ((e->marks & ~automaton_all_marks (a)) == 0);
      assert (!a->by_state || e->marks == a->edges.data[q->edge].marks);
      assert (i == q->edge || compare_edges (e - 1, e) < 0);
      for (uint32_t k = 0; k < e->ncubes; k++)
        assert ((a->cubes.data[e->cube + k].pos & a->cubes.data[e->cube + k].neg) == 0);
    }
  }
  assert (edges == a->edges.count);
}
