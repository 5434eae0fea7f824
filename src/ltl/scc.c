/* Strongly connected components (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM J. Comput., 1972, with
 * an explicit stack), and whether they accept. */
#include "ltl/automaton.h"

struct visit {
  uint32_t state, edge;
};

struct tarjan {
  const struct automaton *a;
  struct sccs *out;
  uint32_t *low;                  /* 0: not visited yet */
  uint32_t counter;
  VEC (struct visit) path;
  VEC (uint32_t) open;            /* visited, component not known yet */
};

#define NO_SCC UINT32_MAX

static void
enter (struct tarjan *t, uint32_t s)
{
  t->low[s] = ++t->counter;
  VEC_PUSH (t->open, s);
  VEC_PUSH (t->path, (struct visit) { s, t->a->states.data[s].edge });
}

static void
close_component (struct tarjan *t, uint32_t root)
{
  uint32_t s;
  do {
    s = VEC_POP (t->open);
    t->out->of[s] = t->out->count;
  } while (s != root);
  t->out->count++;
}

static void
search_from (struct tarjan *t, uint32_t start)
{
  VEC (uint32_t) order = {0};     /* number of each state on the path when it was entered */
  enter (t, start);
  VEC_PUSH (order, t->counter);
  while (t->path.count) {
    struct visit *v = &VEC_LAST (t->path);
    const struct ba_state *q = &t->a->states.data[v->state];
    if (v->edge < q->edge + q->nedges) {
      uint32_t next = t->a->edges.data[v->edge++].target;
      if (t->low[next] == 0) {
        enter (t, next);
        VEC_PUSH (order, t->counter);
      } else if (t->out->of[next] == NO_SCC && t->low[next] < t->low[v->state])
        t->low[v->state] = t->low[next];
    } else {
      uint32_t s = VEC_POP (t->path).state, number = VEC_POP (order);
      if (t->low[s] == number)
        close_component (t, s);
      else if (t->low[s] < t->low[VEC_LAST (t->path).state])
        t->low[VEC_LAST (t->path).state] = t->low[s];
    }
  }
  VEC_FREE (order);
}

void
sccs_init (struct sccs *c, const struct automaton *a)
{
  size_t n = a->states.count;
  *c = (struct sccs) { .of = mem_alloc ((n + 1) * sizeof *c->of) };
  for (size_t s = 0; s < n; s++)
    c->of[s] = NO_SCC;
  struct tarjan t = { .a = a, .out = c, .low = mem_zalloc ((n + 1) * sizeof *t.low) };
  for (uint32_t s = 0; s < n; s++)
    if (t.low[s] == 0)
      search_from (&t, s);
  mem_free (t.low);
  VEC_FREE (t.path);
  VEC_FREE (t.open);
  c->cyclic = mem_zalloc ((c->count + 1) * sizeof *c->cyclic);
  c->marks = mem_zalloc ((c->count + 1) * sizeof *c->marks);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    uint32_t scc = c->of[e->source];
    if (c->of[e->target] == scc) {
      c->cyclic[scc] = true;
      c->marks[scc] |= e->marks;
    }
  }
}

void
sccs_release (struct sccs *c)
{
  mem_free (c->of);
  mem_free (c->cyclic);
  mem_free (c->marks);
  *c = (struct sccs) {0};
}

/* Clears accept[i] for each component that has a cycle without an edge of the set. */
static void
clear_if_cycle_without (const struct sccs *c, const struct automaton *a, uint64_t set, bool *accept)
{
  struct automaton *rest = automaton_new (0, false);
  for (size_t s = 0; s < a->states.count; s++)
    automaton_add_state (rest);
  for (size_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    if (c->of[e->source] == c->of[e->target] && !(e->marks & set))
      automaton_add_edge (rest, e->source, e->target, 0, &(struct cube) {0}, 1);
  }
  automaton_finish (rest);
  struct sccs inner;
  sccs_init (&inner, rest);
  for (uint32_t s = 0; s < a->states.count; s++)
    if (inner.cyclic[inner.of[s]])
      accept[c->of[s]] = false;
  sccs_release (&inner);
  automaton_free (rest);
}

bool *
sccs_always_accepting (const struct sccs *c, const struct automaton *a)
{
  bool *accept = mem_alloc ((c->count + 1) * sizeof *accept);
  for (uint32_t i = 0; i < c->count; i++)
    accept[i] = sccs_accepting (c, a, i);
  for (uint32_t i = 0; i < a->nsets; i++)
    clear_if_cycle_without (c, a, (uint64_t) 1 << i, accept);
  return accept;
}

bool
automaton_is_empty (const struct automaton *a)
{
  struct sccs c;
  sccs_init (&c, a);
  bool *reached = mem_zalloc ((a->states.count + 1) * sizeof *reached);
  VEC (uint32_t) todo = {0};
  VEC_PUSH (todo, a->initial);
  reached[a->initial] = true;
  bool empty = true;
  while (todo.count && empty) {
    const struct ba_state *q = &a->states.data[VEC_LAST (todo)];
    empty = !sccs_accepting (&c, a, c.of[VEC_POP (todo)]);
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
      uint32_t next = a->edges.data[i].target;
      if (!reached[next])
        VEC_PUSH (todo, next);
      reached[next] = true;
    }
  }
  VEC_FREE (todo);
  mem_free (reached);
  sccs_release (&c);
  return empty;
}

void
automaton_classify (struct automaton *a)
{
  struct sccs c;
  sccs_init (&c, a);
  bool *always = sccs_always_accepting (&c, a);
  a->weak = a->terminal = true;
  for (uint32_t i = 0; i < c.count; i++)
    if (sccs_accepting (&c, a, i) && !always[i])
      a->weak = a->terminal = false;
  mem_free (always);
  struct label inside = {0};
  for (uint32_t s = 0; s < a->states.count && a->terminal; s++) {
    if (!sccs_accepting (&c, a, c.of[s]))
      continue;
    const struct ba_state *q = &a->states.data[s];
    inside.count = 0;
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      for (uint32_t k = 0; k < e->ncubes && c.of[e->target] == c.of[s]; k++)
        VEC_PUSH (inside, a->cubes.data[e->cube + k]);
    }
    a->terminal = cube_covered ((struct cube) {0}, inside.data, inside.count);
  }
  VEC_FREE (inside);
  sccs_release (&c);
}
