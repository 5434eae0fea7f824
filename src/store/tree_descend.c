/* Tree store, from the root down: comparing a state with the one sought, and reading one. With a state to start from, only
 * subtrees with different numbers are descended into. */
#include "store/tree.h"

/* The two numbers below a root, its length in words. */
static inline uint32_t
open_root (const struct tree *tree, uint64_t root, uint32_t below[2])
{
  assert (root_head (root) < tree->nodes.count);
  uint64_t head = tree->nodes.key[root_head (root)];
  bool left = root & HEAD_IS_LEFT;
  below[0] = left ? (uint32_t) (head >> 32) : (uint32_t) root;
  below[1] = left ? (uint32_t) (root >> 32) & (MOST_NODES - 1) : (uint32_t) (head >> 32);
  assert (below[0] < tree->nodes.count && below[1] < tree->nodes.count);
  return (uint32_t) head;
}

/* All nodes of a root, into path; returns its length in words. */
static uint32_t
open_all (const struct tree *tree, uint64_t root, uint32_t *path)
{
  const uint64_t *node = tree->nodes.key;
  uint32_t n = open_root (tree, root, path), inner = tree_leaves (n) - 2;
  path[2 * inner + 4] = root_head (root);
  assert (n >= 1 && n <= STORE_MAX_WORDS);
  for (uint32_t j = 0; j < inner; j++) {
    path[2 * j + 2] = (uint32_t) node[path[j]];
    path[2 * j + 3] = (uint32_t) (node[path[j]] >> 32);
  }
  return n;
}

bool
tree_is (struct tree *tree, uint32_t number, const struct store_state *state, uint32_t leaves)
{
  uint32_t child[2];
  assert (number < tree->roots.count && leaves == tree_leaves (state->n));
  if (open_root (tree, tree->roots.key[number], child) != state->n)
    return false;
  open_all (tree, tree->roots.key[number], tree->path);
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    if (tree->nodes.key[tree->path[leaves - 2 + leaf]] != leaf_pair (state->words, state->n, leaf))
      return false;
  return true;
}

/* Whether state `number` is this successor of `from`: where its subtrees differ from those of `from`, its leaves must be
 * exactly the changed ones. Uses the queue behind these. */
bool
tree_is_successor (struct tree *tree, uint32_t number, const struct store_state *from, const struct store_state *state,
                   uint32_t leaves, uint32_t changed)
{
  assert (number < tree->roots.count && leaves == tree_leaves (state->n) && changed <= leaves);
  const uint64_t *node = tree->nodes.key;
  uint32_t inner = leaves - 2, *queue = tree->queue + changed, head = 0, tail = 0, child[2];
  uint64_t root = tree->roots.key[number];
  if (root_head (root) == path_head (from->path, leaves) && state->n == from->n) {
    bool left = !tree_side (leaves);
    child[0] = left ? from->path[0] : (uint32_t) root;
    child[1] = left ? (uint32_t) (root >> 32) & (MOST_NODES - 1) : from->path[1];
  } else if (open_root (tree, root, child) != state->n)
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

uint32_t
tree_get (const struct store *store, state_id id, uint32_t *out, uint32_t *path)
{
  const struct tree *tree = (const struct tree *) store;
  const uint64_t *node = tree->nodes.key;
  if (!path)
    path = tree->path;
  uint32_t n = open_all (tree, tree->roots.key[id], path), leaves = tree_leaves (n);
  for (uint32_t i = 0; i < n; i++)
    out[i] = (uint32_t) (node[path[leaves - 2 + i / 2]] >> (i % 2 ? 32 : 0));
  path_set_sum (path, leaves, tree_sum (out, n, leaves));
  return n;
}

/* Descends only into subtrees whose numbers differ. */
uint32_t
tree_back (struct store *store, state_id id, uint32_t *words, uint32_t n, uint32_t *path)
{
  struct tree *tree = (struct tree *) store;
  const uint64_t *node = tree->nodes.key;
  uint32_t leaves = tree_leaves (n), inner = leaves - 2, *queue = tree->queue, head = 0, tail = 0, child[2];
  if (open_root (tree, tree->roots.key[id], child) != n)
    return tree_get (store, id, words, path);
  uint64_t sum = path_sum (path, leaves);
  path[2 * leaves] = root_head (tree->roots.key[id]);
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
  assert (sum == tree_sum (words, n, leaves));
  path_set_sum (path, leaves, sum);
  return n;
}
