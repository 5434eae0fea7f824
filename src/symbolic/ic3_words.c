/* Idea. Proofs mostly need to know how words compare with each other. Instead of the bits of a word that made a step
 * possible, a cube contains the comparisons over that word: a larger set of states, so fewer clauses are needed, and they
 * are about comparisons.
 * Source. A. Cimatti, A. Griggio, S. Mover, S. Tonetta, "IC3 modulo theories via implicit predicate abstraction", TACAS
 * 2014.
 * Where we differ. Words of few bits keep their bits; only comparisons over words that mattered are used; there is no
 * refinement: if the larger sets are reachable, the search restarts without this abstraction.
 * Why that is sound. Each clause is checked against the exact steps; a cube that is too large can only make the result
 * unknown. */
#include "symbolic/ic3.h"

#include <string.h>

enum { FEW = 8 };                 /* words up to this size keep their bits */

/* Latches of words with more than a few bits; by node the word, or UINT32_MAX. */
static uint32_t *
find_wide (struct ic3 *x)
{
  const struct circuit *c = x->c;
  uint32_t n = (uint32_t) c->latches.count, *of = mem_alloc (c->g.nodes.count * sizeof *of);
  memset (of, 0xff, c->g.nodes.count * sizeof *of);
  x->wide = mem_zalloc (x->count + 1);
  for (uint32_t i = 0, k; i < n; i = k) {
    uint32_t bits = !x->stuck[i];
    for (k = i + 1; x->word[i] != UINT32_MAX && k < n && x->word[k] == x->word[i]; k++)
      bits += !x->stuck[k];
    for (uint32_t b = i; b < k && bits > FEW; b++) {
      x->wide[b] = true;
      of[lit_node (c->latches.data[b].now)] = x->word[b];
    }
    if (x->word[i] != UINT32_MAX && x->word[i] >= x->words)
      x->words = x->word[i] + 1;
  }
  return of;
}

void
ic3_words_init (struct ic3 *x)
{
  const struct aig *g = &x->c->g;
  uint32_t n = (uint32_t) x->c->latches.count, *of = find_wide (x);
  uint32_t *seen = mem_zalloc (g->nodes.count * sizeof *seen);
  VEC (uint32_t) stack = {0};
  x->about = mem_zalloc ((x->count - n) * (size_t) x->words + 1);
  for (uint32_t i = n; i < x->count; i++) {
    VEC_PUSH (stack, lit_node (x->predicates.list.data[i - n].holds));
    while (stack.count) {
      uint32_t node = stack.data[--stack.count];
      if (seen[node] == i)
        continue;
      seen[node] = i;
      if (aig_is_and (g, node)) {
        VEC_PUSH (stack, lit_node (g->nodes.data[node].a));
        VEC_PUSH (stack, lit_node (g->nodes.data[node].b));
      } else if (of[node] != UINT32_MAX)
        x->about[(size_t) (i - n) * x->words + of[node]] = true;
    }
  }
  VEC_FREE (stack);
  mem_free (of);
  mem_free (seen);
}

bool
ic3_has_wide (const struct ic3 *x)
{
  bool any = false;
  for (uint32_t i = 0; i < x->c->latches.count; i++)
    any |= x->wide[i] && !x->stuck[i];
  return any;
}

/* Does the predicate depend on one of the words? Then adds its other words to the set. */
static bool
joins (const struct ic3 *x, uint32_t predicate, bool *said)
{
  const bool *about = x->about + (size_t) (predicate - x->c->latches.count) * x->words;
  bool any = false;
  for (uint32_t w = 0; w < x->words && !any; w++)
    any = said[w] && about[w];
  for (uint32_t w = 0; w < x->words && any; w++)
    said[w] |= about[w];
  return any;
}

/* `all`: the literals that hold in the cube's state, in the order of latches and predicates. */
void
ic3_widen (const struct ic3 *x, struct ic3_cube *c, const struct ic3_cube *all)
{
  uint32_t n = (uint32_t) x->c->latches.count, kept = 0;
  bool *said = mem_zalloc (x->words + 1), *has = mem_zalloc (x->count + 1);
  uint64_t members = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t l = c->lits[i] >> 1;
    if (x->member[l] != PG_ALL)
      members |= (uint64_t) 1 << x->member[l];
    if (x->wide[l])
      said[x->word[l]] = true;
    else {
      has[l] = true;
      c->lits[kept++] = c->lits[i];
    }
  }
  c->n = kept;
  c->lits = mem_realloc (c->lits, (x->count + 1) * sizeof *c->lits);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < all->n; i++) {
      uint32_t l = all->lits[i] >> 1;
      if (l < n || has[l] || (x->member[l] != PG_ALL && !(members >> x->member[l] & 1)) || !joins (x, l, said))
        continue;
      has[l] = more = true;
      c->lits[c->n++] = all->lits[i];
    }
  }
  mem_free (said);
  mem_free (has);
}
