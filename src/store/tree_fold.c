/* Tree store, from the leaves up: pairs get numbers, leaves are summed. */
#include "store/tree.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

uint64_t
tree_sum (const uint32_t *words, uint32_t n, uint32_t leaves)
{
  uint64_t sum = 0;
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    sum += leaf_hash (leaf_pair (words, n, leaf), leaf);
  return sum;
}

bool
tree_fold (struct tree *tree, const struct store_state *state, uint32_t leaves, uint32_t *path)
{
  uint32_t first = leaves - 2;
  assert (leaves == tree_leaves (state->n));
  for (uint32_t leaf = 0; leaf < leaves; leaf++)
    if ((path[first + leaf] = tree_cons (tree, leaf_pair (state->words, state->n, leaf))) == NO_NODE)
      return false;
  for (uint32_t j = first; j-- > 0;)
    if ((path[j] = tree_cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
      return false;
  path[2 * leaves] = tree_cons (tree, pair (state->n, path[tree_side (leaves)]));
  return path_head (path, leaves) != NO_NODE;
}

/* Bit i: words a[i] and b[i] differ. For at most 64 words; without branches, because which words a step changes is hard to
 * predict. */
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

/* The first `changed` entries of the queue are the changed leaves; then it holds the nodes to be recomputed in descending
 * order. Parents of descending nodes are descending, siblings are adjacent, and all inner nodes have smaller numbers than
 * all leaves: so the queue stays sorted, and comparing with its last entry avoids duplicates. */
bool
tree_fold_successor (struct tree *tree, const struct store_state *from, const struct store_state *state, uint32_t leaves,
                     uint32_t changed, uint32_t *path)
{
  uint32_t inner = leaves - 2, *queue = tree->queue, head = 0, last = 0, tail = changed;
  assert (leaves == tree_leaves (state->n) && leaves == tree_leaves (from->n) && changed <= leaves);
  memcpy (path, from->path, (inner + leaves) * sizeof *path);
  for (; head < changed; head++) {
    uint32_t leaf = queue[head], j = inner + leaf;
    if ((path[j] = tree_cons (tree, leaf_pair (state->words, state->n, leaf))) == NO_NODE)
      return false;
    queue[tail] = j / 2;
    tail += last != j / 2 && j > 1;
    last = j / 2;
  }
  for (; head < tail; head++) {
    uint32_t j = queue[head] - 1;
    if ((path[j] = tree_cons (tree, pair (path[2 * j + 2], path[2 * j + 3]))) == NO_NODE)
      return false;
    queue[tail] = j / 2;
    tail += last != j / 2 && j > 1;
    last = j / 2;
  }
  assert (tail <= inner + leaves);
  uint32_t side = tree_side (leaves);
  path[2 * leaves] = path[side] == from->path[side] && state->n == from->n ? path_head (from->path, leaves)
                                                                           : tree_cons (tree, pair (state->n, path[side]));
  return path_head (path, leaves) != NO_NODE;
}

uint64_t
tree_sum_successor (struct tree *tree, const struct store_state *from, const struct store_state *state, uint32_t leaves,
                    uint32_t *changed)
{
  uint64_t sum = path_sum (from->path, leaves);
  assert (sum == tree_sum (from->words, from->n, leaves));      /* it is the predecessor's path */
  *changed = changed_leaves (from, state, leaves, tree->queue);
  for (uint32_t i = 0; i < *changed; i++) {
    uint32_t leaf = tree->queue[i];
    sum += leaf_hash (leaf_pair (state->words, state->n, leaf), leaf)
           - leaf_hash (leaf_pair (from->words, from->n, leaf), leaf);
  }
  assert (sum == tree_sum (state->words, state->n, leaves));
  return sum;
}
