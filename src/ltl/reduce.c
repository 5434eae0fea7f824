#define _GNU_SOURCE                /* qsort_r */
/* Reduction: alternates the steps of useful.c and simulation.c until the automaton no longer shrinks. Large automata get
 * only the steps of nearly linear cost. */
#include "ltl/reduce.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIMULATION_MAX_STATES = 400, SIMULATION_MAX_EDGES = 6000 };

static int
compare_outgoing (const struct automaton *a, uint32_t s, uint32_t t)
{
  const struct ba_state *p = &a->states.data[s], *q = &a->states.data[t];
  if (p->nedges != q->nedges)
    return p->nedges < q->nedges ? -1 : 1;
  for (uint32_t i = 0; i < p->nedges; i++) {
    const struct ba_edge *e = &a->edges.data[p->edge + i], *f = &a->edges.data[q->edge + i];
    if (e->target != f->target)
      return e->target < f->target ? -1 : 1;
    if (e->marks != f->marks)
      return e->marks < f->marks ? -1 : 1;
    if (e->ncubes != f->ncubes)
      return e->ncubes < f->ncubes ? -1 : 1;
    int order = memcmp (a->cubes.data + e->cube, a->cubes.data + f->cube, e->ncubes * sizeof *a->cubes.data);
    if (order)
      return order;
  }
  return 0;
}

/* glibc's qsort_r; states with equal edges are ordered by number, so that the smallest comes first. */
static int
compare_states (const void *x, const void *y, void *automaton)
{
  uint32_t s = *(const uint32_t *) x, t = *(const uint32_t *) y;
  int order = compare_outgoing (automaton, s, t);
  return order ? order : (s > t) - (s < t);
}

static struct automaton *
merge_once (const struct automaton *a, bool *changed)
{
  size_t n = a->states.count;
  uint32_t *order = mem_alloc (n * sizeof *order), *leader = mem_alloc (n * sizeof *leader);
  bool *keep = mem_zalloc (n * sizeof *keep);
  for (uint32_t s = 0; s < n; s++)
    order[s] = s;
  qsort_r (order, n, sizeof *order, compare_states, (void *) (uintptr_t) a);
  *changed = false;
  for (size_t i = 0; i < n; i++) {
    bool same = i && compare_outgoing (a, order[i - 1], order[i]) == 0;
    leader[order[i]] = same ? leader[order[i - 1]] : order[i];
    keep[leader[order[i]]] = true;
    *changed |= same;
  }
  struct automaton *led = automaton_new (a->nsets, a->by_state);
  automaton_copy_atoms (led, a);
  for (uint32_t s = 0; s < n; s++)
    automaton_add_state (led);
  led->initial = leader[a->initial];
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    if (keep[e->source])
      automaton_add_edge (led, e->source, leader[e->target], e->marks, a->cubes.data + e->cube, e->ncubes);
  }
  automaton_finish (led);
  struct automaton *b = automaton_restrict (led, keep);
  automaton_free (led);
  mem_free (order);
  mem_free (leader);
  mem_free (keep);
  return b;
}

/* Merges states whose edges are the same, again and again. */
static struct automaton *
merge_equal (const struct automaton *a)
{
  bool changed;
  struct automaton *b = merge_once (a, &changed);
  while (changed) {
    struct automaton *c = merge_once (b, &changed);
    automaton_free (b);
    b = c;
  }
  return b;
}

static void
step (struct automaton **a, struct automaton *next)
{
  automaton_free (*a);
  *a = next;
}

struct automaton *
ltl_reduce (const struct automaton *from)
{
  struct automaton *a = useful_states (from);
  step (&a, simple_marks (a));
  step (&a, merge_equal (a));
  size_t before;
  do {
    before = a->states.count + a->edges.count + a->cubes.count + a->nsets;
    if (a->states.count <= SIMULATION_MAX_STATES && a->edges.count <= SIMULATION_MAX_EDGES) {
      step (&a, quotient_by_simulation (a, FORWARD));
      step (&a, useful_states (a));
      step (&a, simple_marks (a));
      step (&a, quotient_by_simulation (a, BACKWARD));
    }
    step (&a, useful_states (a));
    step (&a, simple_marks (a));
    step (&a, merge_equal (a));
  } while (a->states.count + a->edges.count + a->cubes.count + a->nsets < before);
  automaton_classify (a);
  assert (a->states.count <= from->states.count + 1 && a->by_state == from->by_state);
  return a;
}
