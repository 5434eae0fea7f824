/* Removes useless states and simplifies acceptance.
 *
 * Idea. A state is useful if it is reachable and an accepting component is reachable from it. Marks matter only on edges
 * inside accepting components; elsewhere they are cleared, and where every cycle accepts all are set: both make more states
 * similar. In each component a set that contains another one is dropped; the remaining sets are renumbered, so that the
 * automaton needs as many sets as the component with the most.
 *
 * Source. F. Somenzi, R. Bloem, "Efficient Büchi Automata from LTL Formulae", CAV 2000, for components; renumbering per
 * component: A. Duret-Lutz, "LTL Translation Improvements in Spot 1.0", IJCCBS 2014.
 *
 * Why sound. A run's acceptance is decided in the component where it stays, by the marks of that component's own edges;
 * visiting a subset infinitely often visits its supersets. */
#include "ltl/reduce.h"

/* Marks each component from which a marked one is reachable. Edges lead to smaller component numbers, so one pass in
 * ascending order is enough. */
static void
spread_backwards (const struct automaton *a, const struct sccs *c, bool *good)
{
  size_t n = a->states.count;
  uint32_t *first = mem_zalloc ((c->count + 2) * sizeof *first), *order = mem_alloc ((n + 1) * sizeof *order);
  for (uint32_t s = 0; s < n; s++)
    first[c->of[s] + 1]++;
  for (uint32_t i = 0; i < c->count; i++)
    first[i + 1] += first[i];
  for (uint32_t s = 0; s < n; s++)
    order[first[c->of[s]]++] = s;
  for (size_t i = 0; i < n; i++) {
    const struct ba_state *q = &a->states.data[order[i]];
    for (uint32_t k = q->edge; k < q->edge + q->nedges; k++)
      good[c->of[order[i]]] |= good[c->of[a->edges.data[k].target]];
  }
  mem_free (first);
  mem_free (order);
}

struct automaton *
useful_states (const struct automaton *a)
{
  size_t n = a->states.count;
  struct sccs c;
  sccs_init (&c, a);
  bool *good = mem_zalloc ((c.count + 1) * sizeof *good);   /* components from which acceptance is reachable */
  bool *keep = mem_zalloc ((n + 1) * sizeof *keep);
  for (uint32_t i = 0; i < c.count; i++)
    good[i] = sccs_accepting (&c, a, i);
  spread_backwards (a, &c, good);
  VEC (uint32_t) todo = {0};
  VEC_PUSH (todo, a->initial);
  keep[a->initial] = true;
  while (todo.count) {
    const struct ba_state *q = &a->states.data[VEC_POP (todo)];
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
      uint32_t next = a->edges.data[i].target;
      if (good[c.of[next]] && !keep[next]) {
        keep[next] = true;
        VEC_PUSH (todo, next);
      }
    }
  }
  VEC_FREE (todo);
  keep[a->initial] = good[c.of[a->initial]];
  struct automaton *b = automaton_restrict (a, keep);
  mem_free (good);
  mem_free (keep);
  sccs_release (&c);
  return b;
}

/* For each component and set i of it: the sets that contain i there, at
 * [component * nsets + i]. The caller frees the array. */
static uint64_t *
containing_sets (const struct automaton *a, const struct sccs *c)
{
  uint64_t *containing = mem_alloc ((c->count * a->nsets + 1) * sizeof *containing);
  for (size_t i = 0; i < c->count * a->nsets; i++)
    containing[i] = UINT64_MAX;
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    uint32_t scc = c->of[e->source];
    for (uint64_t marks = c->of[e->target] == scc ? e->marks : 0; marks; marks &= marks - 1)
      containing[scc * a->nsets + (uint32_t) __builtin_ctzll (marks)] &= e->marks;
  }
  return containing;
}

/* The decisive sets of an accepting component: those that contain no other. */
static uint64_t
needed_sets (const struct automaton *a, const uint64_t *containing)
{
  uint64_t needed = automaton_all_marks (a);
  for (uint32_t i = 0; i < a->nsets; i++)
    if (needed >> i & 1)
      needed &= ~containing[i] | (uint64_t) 1 << i;
  return needed;
}

/* The bits of marks that are in needed, compacted; all ones above them. */
static uint64_t
renumber (uint64_t marks, uint64_t needed)
{
  uint64_t out = UINT64_MAX;
  for (int i = 0; needed; needed &= needed - 1, i++)
    if (!(marks & needed & -needed))
      out &= ~((uint64_t) 1 << i);
  return out;
}

struct automaton *
simple_marks (const struct automaton *a)
{
  struct sccs c;
  sccs_init (&c, a);
  uint64_t *needed = mem_zalloc ((c.count + 1) * sizeof *needed);
  bool *always = sccs_always_accepting (&c, a);
  uint64_t *containing = containing_sets (a, &c);
  uint32_t nsets = a->by_state;
  for (uint32_t i = 0; i < c.count; i++) {
    if (sccs_accepting (&c, a, i) && !always[i])
      needed[i] = needed_sets (a, containing + i * a->nsets);
    uint32_t n = sccs_accepting (&c, a, i) ? (uint32_t) __builtin_popcountll (needed[i]) : c.cyclic[i];
    nsets = n > nsets ? n : nsets;
  }
  struct automaton *b = automaton_new (nsets, a->by_state);
  automaton_copy_states (b, a);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    uint32_t scc = c.of[e->source];
    bool matters = sccs_accepting (&c, a, scc) && (a->by_state || c.of[e->target] == scc);
    uint64_t marks = matters ? renumber (e->marks, needed[scc]) & automaton_all_marks (b) : 0;
    automaton_add_edge (b, e->source, e->target, marks, a->cubes.data + e->cube, e->ncubes);
  }
  automaton_finish (b);
  mem_free (needed);
  mem_free (always);
  mem_free (containing);
  sccs_release (&c);
  return b;
}
