/* Tree store.
 *
 * Idea. A vector is folded pairwise into a binary tree; equal pairs get the same number, so states share all common
 * subtrees and a state costs one 64-bit root. A successor differs from its predecessor in a few words: only the nodes above
 * those are processed.
 *
 * Source. A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free", SPIN 2011.
 *
 * Where we differ. The tables grow. A node's number is its place in an append-only array, found by an index of one word per
 * node (keys.h). Trees are complete, not padded to a power of two, and the pair (0, 0) is number 0 and needs no lookup.
 * States are found by a hash of their words, a sum over the leaves of which a step changes a few terms; whether a found
 * state is the one sought is decided by descending from its root where it differs from the predecessor. Only new states are
 * folded. Vectors may have any length:
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
 *      node                      head                          root
 *       63      32 31       0     63      32 31            0     63  62     32 31       0
 *      +----------+----------+   +----------+---------------+   +---+---------+----------+
 *      |  right   |   left   |   | path[0|1]|  length       |   | 0 |  head   | path[0]  |
 *      +----------+----------+   +----------+---------------+   | 1 | path[1] |   head   |
 *                                                               +---+---------+----------+
 *
 * A head is a node that says how long the vector is and what one of its parts is,
 * the smaller one or, of equal ones, the first: it is the same in all states that
 * have that part in common. Behind the nodes a path has the sum over the leaves in
 * two words, then the head.
 *
 * Number of leaves: half the words, from nine on rounded up to one of four
 * sizes per power of two, so that a vector that grows a little keeps its shape.
 * There are at most 2^31 nodes and 2^32 - 2 states, which is more than 60 GB;
 * beyond, the store is full.
 *
 * Why sound. Folding is injective for each length: a pair has one number and a
 * number one pair. Roots of different lengths differ in the head. Inner and leaf
 * pairs and heads share a table harmlessly: the length says which is which. A
 * state is OLD only if every leaf was compared, by its words or by the number of
 * a subtree above it.
 */
#include "store/tree.h"
#include "base/mem.h"

/* The nodes, the sum and the head. */
static uint32_t
tree_path_words (uint32_t n)
{
  return 2 * tree_leaves (n) + 1;
}

/* The 32-bit hash by which the state is found, arranged for the index: high bits for the place, others for the tag. */
static inline uint32_t
state_hash (uint64_t sum, uint32_t n)
{
  return (uint32_t) (hash_key (sum + n) >> 32);
}

static inline uint64_t
slot_hash (uint32_t hash)
{
  return (uint64_t) hash << 32 | __builtin_bswap32 (hash);
}

/* Scratch memory for trees with so many leaves: a path and a queue. */
static bool
scratch_reserve (struct tree *tree, uint32_t leaves)
{
  uint32_t words = 2 * leaves + 1;
  if (!region_reserve (&tree->scratch, &tree->store.budget, 2 * words * sizeof *tree->queue))
    return false;
  tree->path = tree->scratch.base;
  tree->queue = tree->path + words;
  tree->scratch_leaves = leaves;
  return true;
}

static uint64_t
hash_of (const void *owner, uint32_t number)
{
  return slot_hash (((const struct roots *) owner)->hash[number]);
}

/* Room for one more state. */
static bool
roots_reserve (struct roots *roots, struct budget *budget)
{
  uint64_t n = roots->count + 1;
  if (n >= UINT32_MAX || !region_reserve (&roots->keys, budget, n * sizeof *roots->key)
      || !region_reserve (&roots->hashes, budget, n * sizeof *roots->hash))
    return false;
  roots->key = roots->keys.base;
  roots->hash = roots->hashes.base;
  return n <= roots->slots.limit || slots_grow (&roots->slots, budget, n - 1, hash_of, roots);
}

/* Adds a new state; p is the place at which the lookup ended. */
static enum store_answer
add_state (struct tree *tree, const uint32_t *path, uint32_t leaves, uint32_t hash, struct probe p, state_id *id)
{
  struct roots *roots = &tree->roots;
  uint64_t size = roots->slots.size;
  if (!roots_reserve (roots, &tree->store.budget))
    return STORE_FULL;
  if (roots->slots.size == size)
    slots_fill (&roots->slots, &p, (uint32_t) roots->count);
  else
    slots_insert (&roots->slots, slot_hash (hash), (uint32_t) roots->count);
  roots->key[roots->count] = tree_root (path, leaves);
  roots->hash[roots->count] = hash;
  *id = (state_id) roots->count++;
  return STORE_NEW;
}

static enum store_answer
tree_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  struct tree *tree = (struct tree *) store;
  uint32_t n = state->n, leaves = tree_leaves (n), changed = 0;
  if (leaves > tree->scratch_leaves && !scratch_reserve (tree, leaves))
    return STORE_FULL;
  bool near = from && (from->n == n || tree_leaves (from->n) == leaves);
  uint64_t sum = near ? tree_sum_successor (tree, from, state, leaves, &changed) : tree_sum (state->words, n, leaves);
  uint32_t hash = state_hash (sum, n);
  struct probe p = slots_start (&tree->roots.slots, slot_hash (hash));
  while (slots_next (&tree->roots.slots, &p))
    if (near ? tree_is_successor (tree, p.number, from, state, leaves, changed) : tree_is (tree, p.number, state, leaves)) {
      assert (!near || tree_is (tree, p.number, state, leaves));        /* the full comparison has the same result */
      *id = p.number;
      return STORE_OLD;
    }
  uint32_t *path = state->path ? state->path : tree->path;
  if (!(near ? tree_fold_successor (tree, from, state, leaves, changed, path) : tree_fold (tree, state, leaves, path)))
    return STORE_FULL;
  path_set_sum (path, leaves, sum);
  return add_state (tree, path, leaves, hash, p, id);
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
  slots_check (&tree->roots.slots, tree->roots.count, hash_of, &tree->roots);
  uint32_t *words = mem_alloc (STORE_MAX_WORDS * sizeof *words);
  for (uint64_t i = 0; i < tree->roots.count; i++) {
    state_id id = STATE_NONE;
    struct store_state state = { .words = words, .n = tree_get (store, (state_id) i, words, NULL) };
    STORE_REQUIRE (store_put (store, NULL, &state, &id) == STORE_OLD && id == i);
  }
  mem_free (words);
}

static void
tree_free (struct store *store)
{
  struct tree *tree = (struct tree *) store;
  keys_release (&tree->nodes);
  slots_release (&tree->roots.slots, &store->budget);
  region_release (&tree->roots.keys, &store->budget);
  region_release (&tree->roots.hashes, &store->budget);
  region_release (&tree->scratch, &store->budget);
  assert (store->budget.bytes == sizeof *tree);
  mem_free (tree);
}

static struct store *
tree_new (const struct store_config *config)
{
  struct tree *tree = mem_zalloc (sizeof *tree);
  budget_begin (&tree->store.budget, sizeof *tree, config->max_bytes);
  keys_init (&tree->nodes, &tree->store.budget, MOST_NODES);
  keys_put (&tree->nodes, 0);
  if (!slots_grow (&tree->roots.slots, &tree->store.budget, 0, hash_of, &tree->roots))
    mem_out (sizeof *tree);
  return &tree->store;
}

const struct store_class store_tree = {
  .new = tree_new,
  .free = tree_free,
  .path_words = tree_path_words,
  .put = tree_put,
  .get = tree_get,
  .back = tree_back,
  .count = tree_count,
  .check = tree_check,
};
