/* An and-inverter graph: the representation of the circuits in this room.
 *
 * A literal is 2 * node + inverted. Node 0 is the constant false, so literal 0 is false and 1 is true. Other nodes are
 * leaves (inputs and latches: the owner of the graph knows what they mean) or conjunctions of two literals created before.
 * Equal conjunctions are one node, constants are propagated, and a new conjunction is simplified by looking two levels
 * deep. */
#ifndef SYMBOLIC_AIG_H
#define SYMBOLIC_AIG_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/table.h"
#include "base/vec.h"

typedef uint32_t lit;
enum { LIT_FALSE = 0, LIT_TRUE = 1 };
#define LIT_NONE UINT32_MAX

struct aig_node {
  lit a, b;                       /* a > b; for a leaf a is LIT_NONE and b its number */
};

struct aig {
  VEC (struct aig_node) nodes;
  struct table table;             /* of conjunctions */
  uint32_t leaves;
};

void aig_init (struct aig *);
void aig_release (struct aig *);

static inline lit lit_not (lit a) { return a ^ 1; }
static inline lit lit_if (lit a, bool positive) { return a ^ !positive; }
static inline uint32_t lit_node (lit a) { return a >> 1; }
static inline bool lit_inverted (lit a) { return a & 1; }

static inline bool
aig_is_and (const struct aig *g, uint32_t node)
{
  assert (node < g->nodes.count);
  return node && g->nodes.data[node].a != LIT_NONE;
}

lit aig_leaf (struct aig *);
lit aig_and (struct aig *, lit, lit);
lit aig_xor (struct aig *, lit, lit);
lit aig_mux (struct aig *, lit condition, lit then, lit otherwise);

static inline lit
aig_or (struct aig *g, lit a, lit b)
{
  return lit_not (aig_and (g, lit_not (a), lit_not (b)));
}

static inline lit
aig_equal (struct aig *g, lit a, lit b)
{
  return lit_not (aig_xor (g, a, b));
}

/* Matches a node of the form (s ? x : y), which needs fewer clauses. */
bool aig_match_mux (const struct aig *, uint32_t node, lit *s, lit *x, lit *y);

/* Rebuilds the literal's function in `to` with the leaves replaced: map[node] is the literal that represents the node
 * there, LIT_NONE where it is not known yet. Leaves in the cone must be mapped. */
lit aig_copy (struct aig *to, const struct aig *from, lit, lit *map);

/* Computes the value of every node from those of the leaves, given in `value` (by node). */
void aig_simulate (const struct aig *, bool *value);
static inline bool aig_value (const bool *value, lit a) { return value[lit_node (a)] ^ lit_inverted (a); }

/* Existential quantification over the leaves (by node); LIT_NONE: it takes more than `most` new nodes. */
lit aig_exists (struct aig *, lit, const uint32_t *leaves, size_t n, size_t most);

/* Asserts the invariants, returns true. */
bool aig_check (const struct aig *);

#endif
