/* Internal to the tree store: layout, and the functions that its files share.
 *
 *     tree.c         the store: lookup, insertion, the index of the states
 *     tree_fold.c    from the leaves up: pairs to numbers, sums over the leaves
 *     tree_descend.c from the root down: comparing states, reading a state
 *
 * Paths, roots and heads are drawn in tree.c.
 */
#ifndef STORE_TREE_H
#define STORE_TREE_H

#include "store/keys.h"
#include "store/kinds.h"

#include <assert.h>

#define NO_NODE UINT32_MAX
#define MOST_NODES ((uint64_t) 1 << 31)   /* so that a bit of a root is left */
#define HEAD_IS_LEFT ((uint64_t) 1 << 63)

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
  uint32_t *path, *queue;         /* scratch for vectors no longer than any put so far */
  uint32_t scratch_leaves;
  struct region scratch;
};

static inline uint32_t
tree_leaves (uint32_t n)
{
  uint32_t leaves = (n + 1) / 2;
  assert (n >= 1 && n <= STORE_MAX_WORDS);
  if (leaves <= 2)
    return 2;
  if (leaves <= 8)
    return leaves;
  uint32_t unit = 1u << (29 - __builtin_clz (leaves - 1));
  return (leaves + unit - 1) & -unit;
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

/* The term of a leaf in the sum. */
static inline uint64_t
leaf_hash (uint64_t key, uint32_t leaf)
{
  uint64_t x = (key ^ (leaf + 1) * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  return (x ^ x >> 32) * 0x2545f4914f6cdd1du;
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

static inline uint32_t
path_head (const uint32_t *path, uint32_t leaves)
{
  return path[2 * leaves];
}

/* Which of path[0] and path[1] is in the head: the one with fewer leaves; both have the same number if that is a power of two. */
static inline uint32_t
tree_side (uint32_t leaves)
{
  return (leaves & (leaves - 1)) != 0;
}

static inline uint64_t
tree_root (const uint32_t *path, uint32_t leaves)
{
  uint32_t head = path_head (path, leaves);
  assert (head < MOST_NODES && path[0] < MOST_NODES && path[1] < MOST_NODES);
  return tree_side (leaves) ? pair (path[0], head) : HEAD_IS_LEFT | pair (head, path[1]);
}

static inline uint32_t
root_head (uint64_t root)
{
  return root & HEAD_IS_LEFT ? (uint32_t) root : (uint32_t) (root >> 32);
}

/* The number of a pair, or NO_NODE if there is no room for it. */
static inline uint32_t
tree_cons (struct tree *tree, uint64_t key)
{
  if (!key)
    return 0;
  uint64_t number = keys_put (&tree->nodes, key);
  assert (number == KEYS_FULL || (uint32_t) number < MOST_NODES);
  return number == KEYS_FULL ? NO_NODE : (uint32_t) number;
}

/* tree_fold.c */

/* The sum over all leaves of a vector. */
uint64_t tree_sum (const uint32_t *words, uint32_t n, uint32_t leaves);

/* The sum of a successor of `from` that has the same shape; its changed leaves are the first `*changed` entries of the
 * queue. */
uint64_t tree_sum_successor (struct tree *, const struct store_state *from, const struct store_state *, uint32_t leaves,
                             uint32_t *changed);

/* Fill in the path of a state, without the sum. False: no room. */
bool tree_fold (struct tree *, const struct store_state *, uint32_t leaves, uint32_t *path);
bool tree_fold_successor (struct tree *, const struct store_state *from, const struct store_state *, uint32_t leaves,
                          uint32_t changed, uint32_t *path);

/* tree_descend.c*/

/* Whether the vector is state `number`. */
bool tree_is (struct tree *, uint32_t number, const struct store_state *, uint32_t leaves);
bool tree_is_successor (struct tree *, uint32_t number, const struct store_state *from, const struct store_state *,
                        uint32_t leaves, uint32_t changed);

uint32_t tree_get (const struct store *, state_id, uint32_t *out, uint32_t *path);
uint32_t tree_back (struct store *, state_id, uint32_t *words, uint32_t n, uint32_t *path);

#endif
