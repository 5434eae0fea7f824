/* Tree store.
 *
 * Idea. A vector is folded pairwise into a binary tree; equal pairs get the
 * same number, so states share all subtrees they have in common and a state
 * costs one 64-bit root. A successor differs from its predecessor in a few
 * words: only the nodes above those are looked up.
 *
 * Source. Laarman, van de Pol, Weber: Parallel Recursive State Compression for
 * Free (SPIN 2011).
 *
 * Where we differ. The tables grow. A node's number is its place in an
 * append-only array, found by an index of one word per node (keys.h). Trees
 * are complete, not padded to a power of two, and the pair (0, 0) is number 0
 * and needs no lookup. Vectors may have any length:
 *
 *      5 words, 3 leaves:        root = path[0], path[1]
 *
 *                     root                 node j has the children 2j+2, 2j+3,
 *                   /      \               its parent is j/2 - 1, leaf l is
 *             path[0]      path[1]         node leaves-2 + l
 *            /       \       = (w0 w1)
 *       path[2]    path[3]
 *      = (w2 w3)  = (w4 0)
 *
 *      node                                root
 *       63      32 31       0               63  60 59       30 29        0
 *      +----------+----------+             +------+-----------+-----------+
 *      |  right   |   left   |             | code |   left    |   right   |
 *      +----------+----------+             +------+-----------+-----------+
 *
 * Number of leaves: half the words, from nine on rounded up to one of four
 * sizes per power of two, so that a vector that grows a little keeps its shape.
 * The code stands for the length in words: the first 15 lengths seen get the
 * codes 0..14. All others share code 15; then left is a node that holds both
 * halves, and right is the length.
 *
 * Why sound. Folding is injective for each length: a pair has one number and a
 * number one pair. Roots of different lengths differ in the code or, under
 * code 15, in the length. Inner and leaf pairs share a table harmlessly, for
 * the length says which is which.
 */
#include "base/mem.h"
#include "store/keys.h"
#include "store/kinds.h"

#include <assert.h>
#include <string.h>

enum {
  ID_BITS = 30,
  ID_MASK = (1 << ID_BITS) - 1,
  CODES = 15,                     /* lengths with a code of their own; as a code: the others */
};

#define NO_NODE UINT32_MAX

struct tree {
  struct store store;
  struct keys nodes, roots;
  uint32_t length[CODES];         /* words of code 0, 1, ...; 0: not given yet */
  struct region scratch;          /* a path as long as any needed so far */
  uint64_t dirty[STORE_MAX_WORDS / 2 / 64];       /* inner nodes to be renewed; all 0 between calls */
};

static uint32_t
leaves_of (uint32_t n)
{
  uint32_t leaves = (n + 1) / 2;
  if (leaves <= 2)
    return 2;
  if (leaves <= 8)
    return leaves;
  uint32_t unit = 1u << (29 - __builtin_clz (leaves - 1));
  return (leaves + unit - 1) & -unit;
}

static uint32_t
tree_path_words (uint32_t n)
{
  return 2 * leaves_of (n) - 2;
}

static inline uint64_t
pair (uint32_t left, uint32_t right)
{
  return left | (uint64_t) right << 32;
}

static inline uint64_t
leaf_pair (const uint32_t *words, uint32_t n, uint32_t leaf)
{
  uint32_t i = 2 * leaf;
  return i + 1 < n ? pair (words[i], words[i + 1]) : i < n ? words[i] : 0;
}

/* The number of a pair, or NO_NODE if there is no room for it. */
static inline uint32_t
cons (struct tree *tree, uint64_t key)
{
  uint32_t number;
  if (!key)
    return 0;
  return keys_put (&tree->nodes, key, &number) == STORE_FULL ? NO_NODE : number;
}

static bool
fold_all (struct tree *tree, const struct store_state *state, uint32_t *path)
{
  uint32_t leaves = leaves_of (state->n), first = leaves - 2;
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    if ((path[first + leaf] = cons (tree, leaf_pair (state->words, state->n, leaf))) == NO_NODE)
      return false;
  for (uint32_t j = first; j-- > 0;)
    if ((path[j] = cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
      return false;
  return true;
}

/* Bit i: leaf first + i differs. */
static uint64_t
changed_leaves (const struct store_state *from, const struct store_state *state, uint32_t first, uint32_t end)
{
  uint64_t changed = 0;
  uint32_t both = (from->n < state->n ? from->n : state->n) / 2, leaf = first;
  for (; leaf < end && leaf < both; leaf++) {
    const uint32_t *a = from->words + 2 * leaf, *b = state->words + 2 * leaf;
    changed |= (uint64_t) (pair (a[0], a[1]) != pair (b[0], b[1])) << (leaf - first);
  }
  for (; leaf < end; leaf++)
    changed |= (uint64_t) (leaf_pair (from->words, from->n, leaf) != leaf_pair (state->words, state->n, leaf))
               << (leaf - first);
  return changed;
}

static inline void
mark_parent (struct tree *tree, uint32_t j)
{
  if (j > 1) {
    uint32_t parent = j / 2 - 1;
    tree->dirty[parent / 64] |= (uint64_t) 1 << parent % 64;
  }
}

/* Parents have smaller numbers than children: one pass downwards renews all. */
static bool
renew_inner (struct tree *tree, uint32_t *path, uint32_t inner)
{
  for (uint32_t block = (inner + 63) / 64; block-- > 0;)
    while (tree->dirty[block]) {
      uint32_t bit = 63 - (uint32_t) __builtin_clzll (tree->dirty[block]), j = 64 * block + bit;
      tree->dirty[block] &= ~((uint64_t) 1 << bit);
      if ((path[j] = cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
        return false;
      mark_parent (tree, j);
    }
  return true;
}

static bool
fold_changed (struct tree *tree, const struct store_state *from, const struct store_state *state, uint32_t *path)
{
  uint32_t leaves = leaves_of (state->n), inner = leaves - 2;
  bool room = true;
  memcpy (path, from->path, (inner + leaves) * sizeof *path);
  for (uint32_t first = 0; room && first < leaves; first += 64) {
    uint32_t end = leaves - first < 64 ? leaves : first + 64;
    uint64_t changed = changed_leaves (from, state, first, end);
    for (; room && changed; changed &= changed - 1) {
      uint32_t leaf = first + (uint32_t) __builtin_ctzll (changed), j = inner + leaf;
      path[j] = cons (tree, leaf_pair (state->words, state->n, leaf));
      room = path[j] != NO_NODE;
      mark_parent (tree, j);
    }
  }
  room = room && renew_inner (tree, path, inner);
  if (!room)
    memset (tree->dirty, 0, sizeof tree->dirty);
  return room;
}

static uint64_t
code_of (struct tree *tree, uint32_t n)
{
  for (uint32_t code = 0; code < CODES; code++) {
    if (!tree->length[code])
      tree->length[code] = n;
    if (tree->length[code] == n)
      return code;
  }
  return CODES;
}

static enum store_answer
tree_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  struct tree *tree = (struct tree *) store;
  uint32_t n = state->n, *path = state->path;
  if (tree_path_words (n) * sizeof *path > tree->scratch.bytes
      && !region_reserve (&tree->scratch, &store->budget, tree_path_words (n) * sizeof *path))
    return STORE_FULL;
  if (!path)
    path = tree->scratch.base;
  if (!(from && leaves_of (from->n) == leaves_of (n) ? fold_changed (tree, from, state, path)
                                                     : fold_all (tree, state, path)))
    return STORE_FULL;
  uint64_t code = code_of (tree, n), left = path[0], right = path[1];
  if (code == CODES) {
    left = cons (tree, pair (path[0], path[1]));
    right = n;
    if (left == NO_NODE)
      return STORE_FULL;
  }
  return keys_put (&tree->roots, code << 2 * ID_BITS | left << ID_BITS | right, id);
}

static uint32_t
tree_get (const struct store *store, state_id id, uint32_t *out, uint32_t *path)
{
  const struct tree *tree = (const struct tree *) store;
  const uint64_t *node = tree->nodes.key;
  uint64_t root = tree->roots.key[id];
  uint32_t code = root >> 2 * ID_BITS, left = root >> ID_BITS & ID_MASK, right = root & ID_MASK;
  uint32_t n = code == CODES ? right : tree->length[code], leaves = leaves_of (n);
  if (!path)
    path = tree->scratch.base;
  path[0] = code == CODES ? (uint32_t) node[left] : left;
  path[1] = code == CODES ? (uint32_t) (node[left] >> 32) : right;
  for (uint32_t j = 0; j < leaves - 2; j++) {
    path[2 * j + 2] = (uint32_t) node[path[j]];
    path[2 * j + 3] = (uint32_t) (node[path[j]] >> 32);
  }
  for (uint32_t i = 0; i < n; i++)
    out[i] = (uint32_t) (node[path[leaves - 2 + i / 2]] >> (i % 2 ? 32 : 0));
  return n;
}

static uint64_t
tree_count (const struct store *store)
{
  return ((const struct tree *) store)->roots.count;
}

static void
tree_check (struct store *store)
{
  struct tree *tree = (struct tree *) store;
  keys_check (&tree->nodes);
  keys_check (&tree->roots);
  uint32_t *words = mem_alloc (STORE_MAX_WORDS * sizeof *words);
  for (uint64_t i = 0; i < tree->roots.count; i++) {
    state_id id = STATE_NONE;
    struct store_state state = { .words = words, .n = tree_get (store, (state_id) i, words, NULL) };
    STORE_REQUIRE (tree_put (store, NULL, &state, &id) == STORE_OLD && id == i);
  }
  for (size_t i = 0; i < sizeof tree->dirty / sizeof *tree->dirty; i++)
    STORE_REQUIRE (!tree->dirty[i]);
  mem_free (words);
}

static void
tree_free (struct store *store)
{
  struct tree *tree = (struct tree *) store;
  keys_release (&tree->nodes);
  keys_release (&tree->roots);
  region_release (&tree->scratch, &store->budget);
  assert (store->budget.bytes == sizeof *tree);
  mem_free (tree);
}

static struct store *
tree_new (const struct store_config *config)
{
  (void) config;
  struct tree *tree = mem_zalloc (sizeof *tree);
  uint32_t zero;
  tree->store.budget.bytes = tree->store.budget.peak = sizeof *tree;
  keys_init (&tree->nodes, &tree->store.budget, (uint64_t) ID_MASK + 1);
  keys_init (&tree->roots, &tree->store.budget, UINT32_MAX);
  keys_put (&tree->nodes, 0, &zero);
  assert (zero == 0);
  return &tree->store;
}

const struct store_class store_tree = {
  .new = tree_new,
  .free = tree_free,
  .path_words = tree_path_words,
  .put = tree_put,
  .get = tree_get,
  .count = tree_count,
  .check = tree_check,
};
