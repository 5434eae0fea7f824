/* Degeneralisation: from several acceptance sets on edges to accepting states.
 *
 * Idea. Copies (s, level) of each state: on level l < k the run waits for an edge of the l-th set; one edge may climb
 * several levels; level k is accepting and then restarts at 0. Levels are needed inside accepting components only: a
 * component may be entered on any level, because all copies of a state accept the same words.
 *
 * Source. P. Gastin, D. Oddoux, "Fast LTL to Büchi Automata Translation", CAV 2001, for climbing several levels; T. Babiak,
 * T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček, "Compositional Approach to Suspension and Other Improvements to LTL
 * Translation", SPIN 2013, for components.
 *
 * Where we differ. After the construction every edge into a component is redirected to the copy that lies deepest, so that
 * transient copies vanish; several orders of the sets are tried and the smallest result is kept.
 *
 * Why sound. A run climbs from 0 to k infinitely often iff it takes edges of each set infinitely often, from whatever level
 * it starts. */
#include "ltl/reduce.h"

#include <assert.h>

struct degen {
  const struct automaton *a;
  const uint32_t *order;          /* order in which the sets are visited */
  uint32_t k;
  struct sccs c;
  uint64_t *incoming;             /* of each state: marks common to all edges into it from its own component */
  uint32_t *number;               /* of copy (s, level) at s * (k + 1) + level */
  VEC (uint32_t) copies;          /* inverse of `number` */
  struct automaton *out;
};

#define UNSEEN UINT32_MAX

static uint32_t
climb (const struct degen *d, uint32_t level, uint64_t marks)
{
  level = level == d->k ? 0 : level;
  while (level < d->k && (marks >> d->order[level] & 1))
    level++;
  return level;
}

static bool
stays (const struct degen *d, uint32_t s, uint32_t t)
{
  return d->c.of[s] == d->c.of[t] && sccs_accepting (&d->c, d->a, d->c.of[s]);
}

static uint32_t
entry_level (const struct degen *d, uint32_t s)
{
  return sccs_accepting (&d->c, d->a, d->c.of[s]) ? climb (d, 0, d->incoming[s]) : 0;
}

static uint32_t
copy_of (struct degen *d, uint32_t s, uint32_t level)
{
  assert (s < d->a->states.count && level <= d->k);
  uint32_t at = s * (d->k + 1) + level;
  if (d->number[at] == UNSEEN) {
    d->number[at] = automaton_add_state (d->out);
    VEC_PUSH (d->copies, at);
  }
  return d->number[at];
}

static void
build (struct degen *d)
{
  const struct automaton *a = d->a;
  d->out->initial = copy_of (d, a->initial, entry_level (d, a->initial));
  for (uint32_t i = 0; i < d->copies.count; i++) {
    uint32_t s = d->copies.data[i] / (d->k + 1), level = d->copies.data[i] % (d->k + 1);
    const struct ba_state *q = &a->states.data[s];
    for (uint32_t j = q->edge; j < q->edge + q->nedges; j++) {
      const struct ba_edge *e = &a->edges.data[j];
      uint32_t next = stays (d, s, e->target) ? climb (d, level, e->marks) : entry_level (d, e->target);
      uint32_t target = copy_of (d, e->target, next);
      automaton_add_edge (d->out, i, target, level == d->k, a->cubes.data + e->cube, e->ncubes);
    }
  }
  automaton_finish (d->out);
}

/* Of each original state the deepest copy; edges into a component lead to it. */
static struct automaton *
redirect (const struct degen *d)
{
  struct sccs depth;
  sccs_init (&depth, d->out);
  size_t n = d->out->states.count;
  uint32_t *best = mem_alloc (d->a->states.count * sizeof *best);
  for (size_t s = 0; s < d->a->states.count; s++)
    best[s] = UNSEEN;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t s = d->copies.data[i] / (d->k + 1);
    if (best[s] == UNSEEN || depth.of[i] < depth.of[best[s]])
      best[s] = i;
  }
  struct automaton *b = automaton_new (1, true);
  automaton_copy_atoms (b, d->a);
  for (uint32_t i = 0; i < n; i++)
    automaton_add_state (b);
  b->initial = best[d->a->initial];
  for (size_t i = 0; i < d->out->edges.count; i++) {
    const struct ba_edge *e = &d->out->edges.data[i];
    uint32_t s = d->copies.data[e->source] / (d->k + 1), t = d->copies.data[e->target] / (d->k + 1);
    uint32_t target = stays (d, s, t) ? e->target : best[t];
    automaton_add_edge (b, e->source, target, e->marks, d->out->cubes.data + e->cube, e->ncubes);
  }
  automaton_finish (b);
  mem_free (best);
  sccs_release (&depth);
  return b;
}

static struct automaton *
in_order (const struct automaton *a, const uint32_t *order, const struct ltl_options *options)
{
  struct degen d = { .a = a, .order = order, .k = a->nsets };
  size_t n = a->states.count;
  d.out = automaton_new (1, true);
  sccs_init (&d.c, a);
  d.incoming = mem_alloc (n * sizeof *d.incoming);
  for (size_t s = 0; s < n; s++)
    d.incoming[s] = automaton_all_marks (a);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    if (d.c.of[e->source] == d.c.of[e->target])
      d.incoming[e->target] &= e->marks;
  }
  d.number = mem_alloc (n * (d.k + 1) * sizeof *d.number);
  for (size_t i = 0; i < n * (d.k + 1); i++)
    d.number[i] = UNSEEN;
  build (&d);
  struct automaton *b = redirect (&d), *reduced = b;
  if (!options || !options->no_reduce) {
    reduced = ltl_reduce (b);
    automaton_free (b);
  } else
    automaton_classify (b);
  automaton_free (d.out);
  mem_free (d.incoming);
  mem_free (d.number);
  VEC_FREE (d.copies);
  sccs_release (&d.c);
  return reduced;
}

static void
swap (uint32_t *order, uint32_t i, uint32_t j)
{
  uint32_t kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}

/* Tries all orders that agree up to index `from`, if there are few. */
static void
try_orders (const struct automaton *a, uint32_t *order, uint32_t from, const struct ltl_options *options, struct automaton **best)
{
  enum { MAX_PERMUTED = 3, MAX_STATES = 60 };
  bool permute = a->nsets <= MAX_PERMUTED && a->states.count <= MAX_STATES;
  if (from + 1 < a->nsets && permute) {
    for (uint32_t i = from; i < a->nsets; i++) {
      swap (order, from, i);
      try_orders (a, order, from + 1, options, best);
      swap (order, from, i);
    }
    return;
  }
  struct automaton *b = in_order (a, order, options);
  size_t size = b->states.count, edges = b->edges.count;
  if (*best && ((*best)->states.count < size || ((*best)->states.count == size && (*best)->edges.count <= edges)))
    automaton_free (b);
  else {
    automaton_free (*best);
    *best = b;
  }
}

struct automaton *
ltl_degeneralise (const struct automaton *a, const struct ltl_options *options)
{
  uint32_t order[64];
  for (uint32_t i = 0; i < 64; i++)
    order[i] = i;
  struct automaton *best = NULL;
  try_orders (a, order, 0, options, &best);
  assert (best && best->by_state && best->nsets == 1);
  return best;
}
