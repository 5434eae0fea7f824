/* Tree store.
 *
 * Idea. A vector is folded pairwise into a binary tree; equal pairs get the
 * same number, so states share all subtrees they have in common and a state
 * costs one 64-bit root. A successor differs from its predecessor in a few
 * words: only the nodes above those are looked at.
 *
 * Source. Laarman, van de Pol, Weber: Parallel Recursive State Compression for
 * Free (SPIN 2011).
 *
 * Where we differ. The tables grow. A node's number is its place in an
 * append-only array, found by an index of one word per node (keys.h). Trees
 * are complete, not padded to a power of two, and the pair (0, 0) is number 0
 * and needs no lookup. States are found by a hash of their words, a sum over
 * the leaves that a step changes in a few terms; that a state found is the one
 * sought is seen by descending from its root where it differs from the
 * predecessor. Only new states are folded. Vectors may have any length:
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
 * The last two words of a path hold the sum over the leaves.
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
 * the length says which is which. A state is OLD only if every leaf was
 * compared, by its words or by the number of a subtree above it.
 */
#include "base/mem.h"
#include "store/keys.h"
#include "store/kinds.h"

#include <assert.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
  ID_BITS = 30,
  ID_MASK = (1 << ID_BITS) - 1,
  CODES = 15,                     /* lengths with a code of their own; as a code: the others */
};

#define NO_NODE UINT32_MAX

/* The states: root and 32 bits of the hash of each, and an index over these. */
struct roots {
  uint64_t *key;
  uint32_t *hash;
  uint64_t count;
  struct slots slots;
  struct region keys, hashes;
};

struct tree {
  struct store store;
  struct keys nodes;
  struct roots roots;
  uint32_t length[CODES];         /* words of code 0, 1, ...; 0: not given yet */
  uint32_t *path, *queue;         /* scratch for vectors no longer than any put so far */
  uint32_t scratch_leaves;
  struct region scratch;
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

/* The nodes, and the sum. */
static uint32_t
tree_path_words (uint32_t n)
{
  return 2 * leaves_of (n);
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

/* A leaf's part of the sum. */
static inline uint64_t
leaf_hash (uint64_t key, uint32_t leaf)
{
  uint64_t x = (key ^ (leaf + 1) * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  return (x ^ x >> 32) * 0x2545f4914f6cdd1du;
}

static uint64_t
sum_all (const uint32_t *words, uint32_t n, uint32_t leaves)
{
  uint64_t sum = 0;
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    sum += leaf_hash (leaf_pair (words, n, leaf), leaf);
  return sum;
}

/* The 32 bits by which the state is found, and as the index wants them: high
 * bits for the place, others for the tag. */
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

static inline uint64_t
path_sum (const uint32_t *path, uint32_t leaves)
{
  return pair (path[2 * leaves - 2], path[2 * leaves - 1]);
}

static inline void
path_set_sum (uint32_t *path, uint32_t leaves, uint64_t sum)
{
  path[2 * leaves - 2] = (uint32_t) sum;
  path[2 * leaves - 1] = (uint32_t) (sum >> 32);
}

/* The number of a pair, or NO_NODE if there is no room for it. */
static inline uint32_t
cons (struct tree *tree, uint64_t key)
{
  if (!key)
    return 0;
  uint64_t number = keys_put (&tree->nodes, key);
  return number == KEYS_FULL ? NO_NODE : (uint32_t) number;
}

static bool
fold_all (struct tree *tree, const struct store_state *state, uint32_t leaves, uint32_t *path)
{
  uint32_t first = leaves - 2;
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    if ((path[first + leaf] = cons (tree, leaf_pair (state->words, state->n, leaf))) == NO_NODE)
      return false;
  for (uint32_t j = first; j-- > 0;)
    if ((path[j] = cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
      return false;
  return true;
}

/* Bit i: words a[i] and b[i] differ. For at most 64 words; without branches,
 * for which words a step changes is hard to predict. */
static inline uint64_t
differing (const uint32_t *a, const uint32_t *b, uint32_t n)
{
  uint64_t mask = 0;
  uint32_t i = 0;
#ifdef __SSE2__
  for (; i + 4 <= n; i += 4) {
    __m128i x = _mm_loadu_si128 ((const __m128i *) (a + i)), y = _mm_loadu_si128 ((const __m128i *) (b + i));
    mask |= (uint64_t) (15 ^ _mm_movemask_ps (_mm_castsi128_ps (_mm_cmpeq_epi32 (x, y)))) << i;
  }
#endif
  for (; i < n; i++)
    mask |= (uint64_t) (a[i] != b[i]) << i;
  return mask;
}

/* Lists the leaves that differ, last first; returns how many. */
static uint32_t
changed_leaves (const struct store_state *from, const struct store_state *state, uint32_t leaves, uint32_t *list)
{
  uint32_t both = (from->n < state->n ? from->n : state->n) & -2u, count = 0, leaf = leaves;
  while (leaf-- > both / 2)
    if (leaf_pair (from->words, from->n, leaf) != leaf_pair (state->words, state->n, leaf))
      list[count++] = leaf;
  for (uint32_t end = both, start; end > 0; end = start) {
    start = (end - 1) & -64u;
    uint64_t mask = differing (from->words + start, state->words + start, end - start);
    mask = (mask | mask >> 1) & 0x5555555555555555u;
    for (; mask; count++) {
      uint32_t bit = 63 - (uint32_t) __builtin_clzll (mask);
      list[count] = (start + bit) / 2;
      mask ^= (uint64_t) 1 << bit;
    }
  }
  return count;
}

/* The first `changed` entries of the queue are the changed leaves; then it
 * holds nodes to renew in descending order. Parents of descending
 * nodes descend, siblings are neighbours, and all inner nodes are below all
 * leaves: so the queue stays sorted, and comparing with its last entry keeps
 * it free of doubles. */
static bool
fold_changed (struct tree *tree, const struct store_state *from, const struct store_state *state, uint32_t leaves,
              uint32_t changed, uint32_t *path)
{
  uint32_t inner = leaves - 2, *queue = tree->queue, head = 0, last = 0, tail = changed;
  memcpy (path, from->path, (inner + leaves) * sizeof *path);
  for (; head < changed; head++) {
    uint32_t leaf = queue[head], j = inner + leaf;
    if ((path[j] = cons (tree, leaf_pair (state->words, state->n, leaf))) == NO_NODE)
      return false;
    queue[tail] = j / 2;
    tail += last != j / 2 && j > 1;
    last = j / 2;
  }
  for (; head < tail; head++) {
    uint32_t j = queue[head] - 1;
    if ((path[j] = cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
      return false;
    queue[tail] = j / 2;
    tail += last != j / 2 && j > 1;
    last = j / 2;
  }
  assert (tail <= inner + leaves);
  return true;
}

/* Scratch memory for trees with so many leaves: a path and a queue. */
static bool
scratch_reserve (struct tree *tree, uint32_t leaves)
{
  uint32_t words = 2 * leaves;
  if (!region_reserve (&tree->scratch, &tree->store.budget, 2 * words * sizeof *tree->queue))
    return false;
  tree->path = tree->scratch.base;
  tree->queue = tree->path + words;
  tree->scratch_leaves = leaves;
  return true;
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

/* The two numbers below a root, its length in words. */
static inline uint32_t
open_root (const struct tree *tree, uint64_t root, uint32_t below[2])
{
  uint32_t code = root >> 2 * ID_BITS, left = root >> ID_BITS & ID_MASK, right = root & ID_MASK;
  bool odd = code == CODES;
  below[0] = odd ? (uint32_t) tree->nodes.key[left] : left;
  below[1] = odd ? (uint32_t) (tree->nodes.key[left] >> 32) : right;
  return odd ? right : tree->length[code];
}

/* Is it state `number`? Where its subtrees are not those of `from`, its leaves
 * must be the changed ones, all of them. Uses the queue behind these. */
static bool
is_state (struct tree *tree, uint32_t number, const struct store_state *from, const struct store_state *state,
          uint32_t leaves, uint32_t changed)
{
  const uint64_t *node = tree->nodes.key;
  uint32_t inner = leaves - 2, *queue = tree->queue + changed, head = 0, tail = 0, child[2];
  if (open_root (tree, tree->roots.key[number], child) != state->n)
    return false;
  for (uint32_t j = 0;; j = 2 * queue[head++] + 2) {
    for (uint32_t side = 0; side < 2; side++)
      if (child[side] != from->path[j + side]) {
        tree->path[j + side] = child[side];
        if (j + side < inner)
          queue[tail++] = j + side;
        else if (node[child[side]] != leaf_pair (state->words, state->n, j + side - inner))
          return false;
        else
          changed--;
      }
    if (head == tail)
      return !changed;
    uint64_t below = node[tree->path[queue[head]]];
    child[0] = (uint32_t) below;
    child[1] = (uint32_t) (below >> 32);
  }
}

/* The same without a state to start from. */
static bool
is_state_slow (struct tree *tree, uint32_t number, const struct store_state *state, uint32_t leaves)
{
  const uint64_t *node = tree->nodes.key;
  uint32_t inner = leaves - 2, *path = tree->path;
  if (open_root (tree, tree->roots.key[number], path) != state->n)
    return false;
  for (uint32_t j = 0; j < inner; j++) {
    path[2 * j + 2] = (uint32_t) node[path[j]];
    path[2 * j + 3] = (uint32_t) (node[path[j]] >> 32);
  }
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    if (node[path[inner + leaf]] != leaf_pair (state->words, state->n, leaf))
      return false;
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

/* p is where the look-up ended. */
static enum store_answer
add_state (struct tree *tree, uint32_t n, const uint32_t *path, uint32_t hash, struct probe p, state_id *id)
{
  struct roots *roots = &tree->roots;
  uint64_t size = roots->slots.size, code = code_of (tree, n), left = path[0], right = path[1];
  if (code == CODES) {
    left = cons (tree, pair (path[0], path[1]));
    right = n;
    if (left == NO_NODE)
      return STORE_FULL;
  }
  if (!roots_reserve (roots, &tree->store.budget))
    return STORE_FULL;
  if (roots->slots.size != size) {
    p = slots_start (&roots->slots, slot_hash (hash));
    while (slots_next (&roots->slots, &p)) {}
  }
  slots_fill (&roots->slots, &p, (uint32_t) roots->count);
  roots->key[roots->count] = code << 2 * ID_BITS | left << ID_BITS | right;
  roots->hash[roots->count] = hash;
  *id = (state_id) roots->count++;
  return STORE_NEW;
}

/* The sum over the leaves of a successor of `from`, of the same shape; its
 * changed leaves are the queue's first `*changed` entries. */
static inline uint64_t
successor_sum (struct tree *tree, const struct store_state *from, const struct store_state *state, uint32_t leaves,
               uint32_t *changed)
{
  uint64_t sum = path_sum (from->path, leaves);
  *changed = changed_leaves (from, state, leaves, tree->queue);
  for (uint32_t i = 0; i < *changed; i++) {
    uint32_t leaf = tree->queue[i];
    sum += leaf_hash (leaf_pair (state->words, state->n, leaf), leaf)
           - leaf_hash (leaf_pair (from->words, from->n, leaf), leaf);
  }
  return sum;
}

static enum store_answer
tree_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  struct tree *tree = (struct tree *) store;
  uint32_t n = state->n, leaves = leaves_of (n), changed = 0;
  if (leaves > tree->scratch_leaves && !scratch_reserve (tree, leaves))
    return STORE_FULL;
  bool near = from && (from->n == n || leaves_of (from->n) == leaves);
  uint64_t sum = near ? successor_sum (tree, from, state, leaves, &changed) : sum_all (state->words, n, leaves);
  uint32_t hash = state_hash (sum, n);
  struct probe p = slots_start (&tree->roots.slots, slot_hash (hash));
  while (slots_next (&tree->roots.slots, &p))
    if (near ? is_state (tree, p.number, from, state, leaves, changed) : is_state_slow (tree, p.number, state, leaves)) {
      *id = p.number;
      return STORE_OLD;
    }
  uint32_t *path = state->path ? state->path : tree->path;
  if (!(near ? fold_changed (tree, from, state, leaves, changed, path) : fold_all (tree, state, leaves, path)))
    return STORE_FULL;
  path_set_sum (path, leaves, sum);
  return add_state (tree, n, path, hash, p, id);
}

static uint32_t
tree_get (const struct store *store, state_id id, uint32_t *out, uint32_t *path)
{
  const struct tree *tree = (const struct tree *) store;
  const uint64_t *node = tree->nodes.key;
  if (!path)
    path = tree->path;
  uint32_t n = open_root (tree, tree->roots.key[id], path), leaves = leaves_of (n);
  for (uint32_t j = 0; j < leaves - 2; j++) {
    path[2 * j + 2] = (uint32_t) node[path[j]];
    path[2 * j + 3] = (uint32_t) (node[path[j]] >> 32);
  }
  for (uint32_t i = 0; i < n; i++)
    out[i] = (uint32_t) (node[path[leaves - 2 + i / 2]] >> (i % 2 ? 32 : 0));
  path_set_sum (path, leaves, sum_all (out, n, leaves));
  return n;
}

/* Descends only into subtrees whose numbers differ. */
static uint32_t
tree_back (struct store *store, state_id id, uint32_t *words, uint32_t n, uint32_t *path)
{
  struct tree *tree = (struct tree *) store;
  const uint64_t *node = tree->nodes.key;
  uint32_t leaves = leaves_of (n), inner = leaves - 2, *queue = tree->queue, head = 0, tail = 0, child[2];
  if (open_root (tree, tree->roots.key[id], child) != n)
    return tree_get (store, id, words, path);
  uint64_t sum = path_sum (path, leaves);
  for (uint32_t j = 0;; j = 2 * queue[head++] + 2) {
    for (uint32_t side = 0; side < 2; side++)
      if (path[j + side] != child[side]) {
        path[j + side] = child[side];
        if (j + side < inner) {
          queue[tail++] = j + side;
          continue;
        }
        uint32_t leaf = j + side - inner;
        uint64_t now = node[child[side]];
        sum += leaf_hash (now, leaf) - leaf_hash (leaf_pair (words, n, leaf), leaf);
        words[2 * leaf] = (uint32_t) now;
        if (2 * leaf + 1 < n)
          words[2 * leaf + 1] = (uint32_t) (now >> 32);
      }
    if (head == tail)
      break;
    uint64_t below = node[path[queue[head]]];
    child[0] = (uint32_t) below;
    child[1] = (uint32_t) (below >> 32);
  }
  path_set_sum (path, leaves, sum);
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
  (void) config;
  struct tree *tree = mem_zalloc (sizeof *tree);
  tree->store.budget.bytes = tree->store.budget.peak = sizeof *tree;
  keys_init (&tree->nodes, &tree->store.budget, (uint64_t) ID_MASK + 1);
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
