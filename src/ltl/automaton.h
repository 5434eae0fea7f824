/* Büchi automata over infinite words, as constant data.
 *
 * A run starts in state `initial` and takes, for each letter, an edge whose
 * label holds. It accepts if it takes edges of each of the `nsets` acceptance
 * sets infinitely often (generalised, transition-based Büchi acceptance; with
 * nsets == 0 every infinite run accepts). If `by_state` is set, nsets is 1 and
 * all edges of a state have the same marks: the usual accepting states.
 *
 *     states    0        1      2           edges of state s: edges[first ..
 *     edges   [ a b c ][ d e ][ ]           first + n), sorted by target
 *     cubes   [ a a b c ][ d e e ]          the label of an edge: the same way
 *
 * Building: automaton_new, automaton_add_state (once per state), then
 * automaton_add_edge in any order, then automaton_finish. After that an
 * automaton does not change.
 */
#ifndef LTL_AUTOMATON_H
#define LTL_AUTOMATON_H

#include "base/vec.h"
#include "ltl/cube.h"

struct ba_edge {
  uint32_t source, target;
  uint32_t cube, ncubes;          /* place in cubes; none is false */
  uint64_t marks;                 /* acceptance sets that the edge belongs to, as bits */
};

struct ba_state {
  uint32_t edge, nedges;
};

struct ba_atoms {
  char **text;                    /* text of each atom */
  uint32_t count;
};

struct automaton {
  VEC (struct ba_state) states;
  VEC (struct ba_edge) edges;
  VEC (struct cube) cubes;
  uint32_t initial;
  uint32_t nsets;                 /* number of acceptance sets, 0 .. 64 */
  bool by_state;
  /* Set by automaton_classify. Weak: no strongly connected component contains both accepting and rejecting cycles.
   * Terminal: weak, and every letter keeps an accepting component inside itself, so a run that enters one accepts. */
  bool weak, terminal;
  struct ba_atoms atoms;
};

struct automaton *automaton_new (uint32_t nsets, bool by_state);
void automaton_free (struct automaton *);
void automaton_set_atoms (struct automaton *, const char *const *text, uint32_t count);   /* copies the texts */
void automaton_copy_atoms (struct automaton *, const struct automaton *from);
void automaton_copy_states (struct automaton *, const struct automaton *from);    /* and copies atoms and initial state, but no edges */

uint32_t automaton_add_state (struct automaton *);
void automaton_add_edge (struct automaton *, uint32_t source, uint32_t target, uint64_t marks, const struct cube *, size_t n);

/* Sorts the edges, joins edges that differ in their labels only, minimises labels, drops edges whose label is false. */
void automaton_finish (struct automaton *);

/* A copy restricted to the states with keep[s] (to all if keep is NULL), renumbered, and the edges between them; the
 * initial state is always kept. */
struct automaton *automaton_restrict (const struct automaton *, const bool *keep);

static inline uint64_t
automaton_all_marks (const struct automaton *a)
{
  return a->nsets == 64 ? UINT64_MAX : ((uint64_t) 1 << a->nsets) - 1;
}

/* For by_state automata: is s accepting? (Irrelevant for a state without edges.) */
static inline bool
automaton_accepting (const struct automaton *a, uint32_t s)
{
  const struct ba_state *q = &a->states.data[s];
  return q->nedges && a->edges.data[q->edge].marks == automaton_all_marks (a);
}

/* Strongly connected components, numbered so that edges lead to equal or
 * smaller numbers. */
struct sccs {
  uint32_t count;
  uint32_t *of;                   /* component of each state */
  bool *cyclic;                   /* of each component: does it contain an edge? */
  uint64_t *marks;                /* of each component: the union of marks on edges inside it */
};

void sccs_init (struct sccs *, const struct automaton *);
void sccs_release (struct sccs *);
static inline bool
sccs_accepting (const struct sccs *c, const struct automaton *a, uint32_t scc)
{
  return c->cyclic[scc] && c->marks[scc] == automaton_all_marks (a);
}

/* Of each component: is it accepting, without a rejecting cycle? The caller frees the array. */
bool *sccs_always_accepting (const struct sccs *, const struct automaton *);

void automaton_classify (struct automaton *);

/* Does the automaton accept no word at all? */
bool automaton_is_empty (const struct automaton *);

/* The automaton of the words that both accept; the same atoms have the same
 * indices in both, and fewer than 64 sets together. */
struct automaton *automaton_product (const struct automaton *, const struct automaton *);

/* Is the word u v v v ... accepted? Letters are sets of atoms; nv > 0. */
bool automaton_accepts (const struct automaton *, const uint64_t *u, size_t nu, const uint64_t *v, size_t nv);

/* Checks the invariants above with assertions. For tests and debug builds. */
void automaton_check (const struct automaton *);

#endif
