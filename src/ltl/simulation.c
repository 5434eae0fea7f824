/* Merging and pruning by direct simulation.
 *
 * Idea. State t simulates s if each step from s on a letter is matched by a step from t with at least the same marks, into
 * a state that simulates the target. States that simulate each other are merged; a step is dropped if another step on the
 * same letter leads to a state that simulates its target and has at least its marks. Backwards: the same with edges
 * reversed, where only an initial state simulates an initial state.
 *
 * Source. K. Etessami, G. Holzmann, "Optimizing Büchi Automata", CONCUR 2000; F. Somenzi, R. Bloem, "Efficient Büchi
 * Automata from LTL Formulae", CAV 2000, for reverse simulation and pruning; L. Clemente, R. Mayr, "Advanced Automata
 * Minimization", POPL 2013, for which prunings are sound.
 *
 * Where we differ. Letters are compared without enumerating them: a cube of s must be covered by all suitable cubes of t
 * together.
 *
 * Why sound. Matching step by step turns a run from s into one from t with at least its marks. Pruning uses one relation at
 * a time, computed for the automaton that is pruned, and compares steps from one source (forwards) or into one target
 * (backwards) only; dominance is a strict order there, because states that simulate each other have been merged, so maximal
 * steps remain. */
#include "ltl/reduce.h"

#include <assert.h>

struct simulation {
  const struct automaton *a;
  enum direction direction;
  size_t n;
  bool *by;                       /* by[s * n + t]: t simulates s in the current approximation */
  uint32_t *in;                   /* edges sorted by target: BACKWARD */
  uint32_t *in_first;             /* first index into `in` of each state, n + 1 entries */
  struct label answers;           /* scratch */
};

/* The i-th edge of s in the direction of the simulation, or NULL. */
static const struct ba_edge *
edge_of (const struct simulation *x, uint32_t s, uint32_t i)
{
  const struct ba_state *q = &x->a->states.data[s];
  if (x->direction == FORWARD)
    return i < q->nedges ? &x->a->edges.data[q->edge + i] : NULL;
  return i < x->in_first[s + 1] - x->in_first[s] ? &x->a->edges.data[x->in[x->in_first[s] + i]] : NULL;
}

static uint32_t
far_end (const struct simulation *x, const struct ba_edge *e)
{
  return x->direction == FORWARD ? e->target : e->source;
}

static bool
marks_within (const struct ba_edge *e, const struct ba_edge *f)
{
  return (e->marks & ~f->marks) == 0;
}

static void
add_answer (struct simulation *x, const struct ba_edge *f)
{
  for (uint32_t k = 0; k < f->ncubes; k++)
    VEC_PUSH (x->answers, x->a->cubes.data[f->cube + k]);
}

static bool
answered (struct simulation *x, const struct ba_edge *e, uint32_t t)
{
  const struct ba_edge *f;
  x->answers.count = 0;
  for (uint32_t j = 0; (f = edge_of (x, t, j)); j++)
    if (marks_within (e, f) && x->by[far_end (x, e) * x->n + far_end (x, f)])
      add_answer (x, f);
  for (uint32_t k = 0; k < e->ncubes; k++)
    if (!cube_covered (x->a->cubes.data[e->cube + k], x->answers.data, x->answers.count))
      return false;
  return true;
}

static bool
simulates (struct simulation *x, uint32_t s, uint32_t t)
{
  const struct ba_edge *e;
  for (uint32_t i = 0; (e = edge_of (x, s, i)); i++)
    if (!answered (x, e, t))
      return false;
  return true;
}

static bool
may_simulate (const struct simulation *x, uint32_t s, uint32_t t)
{
  const struct automaton *a = x->a;
  if (a->by_state && automaton_accepting (a, s) && !automaton_accepting (a, t))
    return false;
  if (x->direction == BACKWARD)
    return s != a->initial || t == a->initial;
  return true;
}

static void
reverse_edges (struct simulation *x)
{
  const struct automaton *a = x->a;
  x->in = mem_alloc ((a->edges.count + 1) * sizeof *x->in);
  x->in_first = mem_zalloc ((x->n + 2) * sizeof *x->in_first);
  for (size_t i = 0; i < a->edges.count; i++)
    x->in_first[a->edges.data[i].target + 2]++;
  for (size_t s = 2; s < x->n + 2; s++)
    x->in_first[s] += x->in_first[s - 1];
  for (size_t i = 0; i < a->edges.count; i++)
    x->in[x->in_first[a->edges.data[i].target + 1]++] = (uint32_t) i;
}

static void
simulation_init (struct simulation *x)
{
  x->n = x->a->states.count;
  x->by = mem_alloc (x->n * x->n * sizeof *x->by);
  reverse_edges (x);
  for (uint32_t s = 0; s < x->n; s++)
    for (uint32_t t = 0; t < x->n; t++)
      x->by[s * x->n + t] = s == t || may_simulate (x, s, t);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t s = 0; s < x->n; s++)
      for (uint32_t t = 0; t < x->n; t++)
        if (s != t && x->by[s * x->n + t] && !simulates (x, s, t)) {
          x->by[s * x->n + t] = false;
          changed = true;
        }
  }
}

static void
simulation_release (struct simulation *x)
{
  mem_free (x->by);
  mem_free (x->in);
  mem_free (x->in_first);
  VEC_FREE (x->answers);
}

/* One state per class: its first. */
static struct automaton *
merge (const struct simulation *x)
{
  const struct automaton *a = x->a;
  struct automaton *b = automaton_new (a->nsets, a->by_state);
  automaton_copy_atoms (b, a);
  uint32_t *class = mem_alloc (x->n * sizeof *class);
  for (uint32_t s = 0; s < x->n; s++) {
    class[s] = UINT32_MAX;
    for (uint32_t t = 0; t < s && class[s] == UINT32_MAX; t++)
      if (x->by[s * x->n + t] && x->by[t * x->n + s])
        class[s] = class[t];
    if (class[s] == UINT32_MAX)
      class[s] = automaton_add_state (b);
  }
  b->initial = class[a->initial];
  assert (b->states.count <= a->states.count);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    automaton_add_edge (b, class[e->source], class[e->target], e->marks, a->cubes.data + e->cube, e->ncubes);
  }
  mem_free (class);
  automaton_finish (b);
  return b;
}

/* Does f, at the same near end as e, make e superfluous for the letters of e? */
static bool
dominates (const struct simulation *x, const struct ba_edge *f, const struct ba_edge *e)
{
  uint32_t p = far_end (x, e), q = far_end (x, f);
  return e != f && x->by[p * x->n + q] && marks_within (e, f) && (p != q || e->marks != f->marks);
}

static struct automaton *
prune (struct simulation *x)
{
  const struct automaton *a = x->a;
  struct automaton *b = automaton_new (a->nsets, a->by_state);
  automaton_copy_states (b, a);
  const struct ba_edge *e, *f;
  for (uint32_t s = 0; s < x->n; s++)
    for (uint32_t i = 0; (e = edge_of (x, s, i)); i++) {
      x->answers.count = 0;
      for (uint32_t j = 0; (f = edge_of (x, s, j)); j++)
        if (dominates (x, f, e))
          add_answer (x, f);
      for (uint32_t k = 0; k < e->ncubes; k++) {
        const struct cube *c = &a->cubes.data[e->cube + k];
        if (!cube_covered (*c, x->answers.data, x->answers.count))
          automaton_add_edge (b, e->source, e->target, e->marks, c, 1);
      }
    }
  automaton_finish (b);
  return b;
}

struct automaton *
quotient_by_simulation (const struct automaton *a, enum direction direction)
{
  struct simulation x = { .a = a, .direction = direction };
  simulation_init (&x);
  struct automaton *merged = merge (&x);
  simulation_release (&x);
  /* Merging may enlarge the relation; pruning needs the relation of the merged automaton. */
  struct simulation y = { .a = merged, .direction = direction };
  simulation_init (&y);
  struct automaton *pruned = prune (&y);
  simulation_release (&y);
  automaton_free (merged);
  return pruned;
}
