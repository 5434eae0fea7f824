/* Idea. Conjunctions are looked up in a hash table before they are made, so that
 * the same function of the same inputs is one node; constants and one more level of
 * simplification come first.
 * Source. A. Kuehlmann, V. Paruthi, F. Krohm, M. Ganai, "Robust Boolean reasoning for
 * equivalence checking and functional property verification", TCAD 2002; the two-level rules
 * are those of R. Brummayer, A. Biere, "Local two-level and-inverter graph
 * minimization without blowup", MEMICS 2006.
 * Where we differ. Only the rules that make no new node are used.
 * Why that is sound. Each rule is an identity of two-valued logic.
 */
#include "symbolic/aig.h"

void
aig_init (struct aig *g)
{
  *g = (struct aig) {0};
  VEC_PUSH (g->nodes, (struct aig_node) {LIT_NONE, 0});
}

void
aig_release (struct aig *g)
{
  VEC_FREE (g->nodes);
  table_release (&g->table);
  *g = (struct aig) {0};
}

lit
aig_leaf (struct aig *g)
{
  assert (g->nodes.count && g->nodes.count < LIT_NONE / 2);
  VEC_PUSH (g->nodes, (struct aig_node) {LIT_NONE, g->leaves++});
  return (lit) (g->nodes.count - 1) << 1;
}

/* A simpler literal for the conjunction of a and b, found by looking into a; LIT_NONE: none. */
static lit
look_into (const struct aig *g, lit a, lit b)
{
  if (!aig_is_and (g, lit_node (a)))
    return LIT_NONE;
  const struct aig_node *n = &g->nodes.data[lit_node (a)];
  if (!lit_inverted (a)) {
    if (n->a == b || n->b == b)
      return a;
    return n->a == lit_not (b) || n->b == lit_not (b) ? LIT_FALSE : LIT_NONE;
  }
  return n->a == lit_not (b) || n->b == lit_not (b) ? b : LIT_NONE;
}

/* The same for two conjunctions, neither of them inverted. */
static bool
contradict (const struct aig *g, lit a, lit b)
{
  if (lit_inverted (a) || lit_inverted (b) || !aig_is_and (g, lit_node (a)) || !aig_is_and (g, lit_node (b)))
    return false;
  const struct aig_node *x = &g->nodes.data[lit_node (a)], *y = &g->nodes.data[lit_node (b)];
  return x->a == lit_not (y->a) || x->a == lit_not (y->b) || x->b == lit_not (y->a) || x->b == lit_not (y->b);
}

lit
aig_and (struct aig *g, lit a, lit b)
{
  assert (lit_node (a) < g->nodes.count && lit_node (b) < g->nodes.count);
  if (a < b) {
    lit t = a;
    a = b;
    b = t;
  }
  if (b == LIT_FALSE || a == lit_not (b))
    return LIT_FALSE;
  if (b == LIT_TRUE || a == b)
    return a;
  lit simple = look_into (g, a, b);
  if (simple == LIT_NONE)
    simple = look_into (g, b, a);
  if (simple != LIT_NONE)
    return simple;
  if (contradict (g, a, b))
    return LIT_FALSE;
  uint64_t hash = table_hash ((uint64_t) a << 32 | b);
  for (struct table_probe p = table_probe (hash); table_next (&g->table, &p);)
    if (g->nodes.data[p.number].a == a && g->nodes.data[p.number].b == b)
      return p.number << 1;
  assert (g->nodes.count < LIT_NONE / 2);
  VEC_PUSH (g->nodes, (struct aig_node) {a, b});
  table_add (&g->table, hash, (uint32_t) g->nodes.count - 1);
  return (lit) (g->nodes.count - 1) << 1;
}

lit
aig_xor (struct aig *g, lit a, lit b)
{
  return aig_and (g, lit_not (aig_and (g, a, b)), lit_not (aig_and (g, lit_not (a), lit_not (b))));
}

lit
aig_mux (struct aig *g, lit condition, lit then, lit otherwise)
{
  if (then == otherwise)
    return then;
  return lit_not (aig_and (g, lit_not (aig_and (g, condition, then)), lit_not (aig_and (g, lit_not (condition), otherwise))));
}

bool
aig_match_mux (const struct aig *g, uint32_t node, lit *s, lit *x, lit *y)
{
  if (!aig_is_and (g, node))
    return false;
  lit a = g->nodes.data[node].a, b = g->nodes.data[node].b;
  if (!lit_inverted (a) || !lit_inverted (b) || !aig_is_and (g, lit_node (a)) || !aig_is_and (g, lit_node (b)))
    return false;
  const struct aig_node *p = &g->nodes.data[lit_node (a)], *q = &g->nodes.data[lit_node (b)];
  /* not (s and u) and not (not s and v) is s ? not u : not v */
  lit pu[2] = {p->a, p->b}, qv[2] = {q->a, q->b};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (pu[i] == lit_not (qv[k])) {
        *s = pu[i];
        *x = lit_not (pu[1 - i]);
        *y = lit_not (qv[1 - k]);
        return true;
      }
  return false;
}

lit
aig_copy (struct aig *to, const struct aig *from, lit root, lit *map)
{
  VEC (uint32_t) stack = {0};
  VEC_PUSH (stack, lit_node (root));
  map[0] = LIT_FALSE;
  while (stack.count) {
    uint32_t n = VEC_LAST (stack);
    if (map[n] != LIT_NONE) {
      stack.count--;
      continue;
    }
    assert (aig_is_and (from, n));
    lit a = from->nodes.data[n].a, b = from->nodes.data[n].b;
    lit x = map[lit_node (a)], y = map[lit_node (b)];
    if (x == LIT_NONE)
      VEC_PUSH (stack, lit_node (a));
    if (y == LIT_NONE)
      VEC_PUSH (stack, lit_node (b));
    if (x == LIT_NONE || y == LIT_NONE)
      continue;
    map[n] = aig_and (to, x ^ (a & 1), y ^ (b & 1));
    stack.count--;
  }
  VEC_FREE (stack);
  return map[lit_node (root)] ^ (root & 1);
}

void
aig_simulate (const struct aig *g, bool *value)
{
  value[0] = false;
  for (uint32_t i = 1; i < g->nodes.count; i++)
    if (aig_is_and (g, i))
      value[i] = aig_value (value, g->nodes.data[i].a) && aig_value (value, g->nodes.data[i].b);
}

/* The function with the leaf set to a constant. */
static lit
cofactor (struct aig *g, lit a, uint32_t leaf, lit value)
{
  size_t n = lit_node (a) + 1;
  if (n <= leaf)
    return a;
  lit *map = mem_alloc (n * sizeof *map);
  bool *depends = mem_zalloc (n);
  depends[leaf] = true;
  for (uint32_t i = 0; i < n; i++) {
    map[i] = i << 1;
    if (i > leaf && aig_is_and (g, i))
      depends[i] = depends[lit_node (g->nodes.data[i].a)] || depends[lit_node (g->nodes.data[i].b)];
    if (depends[i])
      map[i] = LIT_NONE;
  }
  map[leaf] = value;
  lit r = aig_copy (g, g, a, map);      /* only nodes that existed before are copied */
  mem_free (map);
  mem_free (depends);
  return r;
}

/* Which nodes, up to the literal's, depend on the leaf. */
static bool *
dependents (const struct aig *g, lit a, uint32_t leaf)
{
  size_t n = lit_node (a) + 1;
  bool *d = mem_zalloc (n > leaf ? n : leaf + 1);
  d[leaf] = true;
  for (uint32_t i = leaf + 1; i < n; i++)
    if (aig_is_and (g, i))
      d[i] = d[lit_node (g->nodes.data[i].a)] || d[lit_node (g->nodes.data[i].b)];
  return d;
}

/* Existential quantification over the leaf: disjunctions are split; of a conjunction only the factors with the leaf are
 * quantified. */
static lit
exists_one (struct aig *g, lit a, uint32_t leaf, const bool *depends, unsigned depth)
{
  enum { DEEPEST = 200 };
  if (!depends[lit_node (a)])
    return a;
  if (lit_node (a) == leaf)
    return LIT_TRUE;
  lit x = g->nodes.data[lit_node (a)].a, y = g->nodes.data[lit_node (a)].b;
  if (depth > DEEPEST)
    return aig_or (g, cofactor (g, a, leaf, LIT_FALSE), cofactor (g, a, leaf, LIT_TRUE));
  if (lit_inverted (a)) {
    lit p = exists_one (g, lit_not (x), leaf, depends, depth + 1);
    return p == LIT_TRUE ? p : aig_or (g, p, exists_one (g, lit_not (y), leaf, depends, depth + 1));
  }
  if (!depends[lit_node (x)])
    return aig_and (g, x, exists_one (g, y, leaf, depends, depth + 1));
  if (!depends[lit_node (y)])
    return aig_and (g, y, exists_one (g, x, leaf, depends, depth + 1));
  return aig_or (g, cofactor (g, a, leaf, LIT_FALSE), cofactor (g, a, leaf, LIT_TRUE));
}

lit
aig_exists (struct aig *g, lit a, const uint32_t *leaves, size_t n, size_t most)
{
  size_t before = g->nodes.count;
  for (size_t i = n; i-- > 0 && a > LIT_TRUE;) {
    bool *depends = dependents (g, a, leaves[i]);
    a = exists_one (g, a, leaves[i], depends, 0);
    mem_free (depends);
    if (g->nodes.count - before > most)
      return LIT_NONE;
  }
  return a;
}

bool
aig_check (const struct aig *g)
{
  for (uint32_t i = 1; i < g->nodes.count; i++) {
    const struct aig_node *n = &g->nodes.data[i];
    assert (n->a == LIT_NONE ? n->b < g->leaves : n->a > n->b && n->b > LIT_TRUE && lit_node (n->a) < i);
    (void) n;
  }
  return true;
}
