/* Idea. State that influences neither the scheduler's choices nor anything bad, now or later, is frozen: for example the
 * contents of a buffer that is only written.
 * Source. The cone of influence of a property (E. Clarke, O. Grumberg, D. Peled, "Model Checking", MIT Press 1999, section
 * 13.1).
 * Where we differ. The latches stay, so that numbers and names do; their next value is their current value.
 * Why that is sound. The remaining latches are functions of each other and of the inputs, so executions differ only in the
 * frozen latches. */
#include <assert.h>

#include "symbolic/circuit.h"

struct cone {
  const struct circuit *c;
  bool *seen;                     /* by node */
  uint32_t *latch;                /* by node: 1 + the latch; 0: no latch */
  bool *matters;                  /* by latch */
  VEC (uint32_t) stack;           /* nodes */
};

static void
reach (struct cone *k, lit root)
{
  if (!k->seen[lit_node (root)]) {
    k->seen[lit_node (root)] = true;
    VEC_PUSH (k->stack, lit_node (root));
  }
}

static void
close_cone (struct cone *k)
{
  const struct circuit *c = k->c;
  while (k->stack.count) {
    uint32_t node = k->stack.data[--k->stack.count];
    if (aig_is_and (&c->g, node)) {
      reach (k, c->g.nodes.data[node].a);
      reach (k, c->g.nodes.data[node].b);
    } else if (k->latch[node]) {
      k->matters[k->latch[node] - 1] = true;
      reach (k, c->latches.data[k->latch[node] - 1].next);
    }
  }
}

void
circuit_freeze (struct circuit *c)
{
  lit roots[] = {c->valid, c->chosen, c->terminal, c->observable, c->bad_step, c->bad_end, c->bad_invariant, c->resource, c->beyond, c->hold};
  struct cone k = {.c = c};
  assert (!c->justice.count);
  k.seen = mem_zalloc (c->g.nodes.count);
  k.latch = mem_zalloc (c->g.nodes.count * sizeof *k.latch);
  k.matters = mem_zalloc (c->latches.count + 1);
  for (uint32_t i = 0; i < c->latches.count; i++)
    k.latch[lit_node (c->latches.data[i].now)] = i + 1;
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    reach (&k, roots[i]);
  for (size_t i = 0; i < c->steps.count; i++) {
    reach (&k, c->steps.data[i].execute);
    reach (&k, c->steps.data[i].possible);
  }
  close_cone (&k);
  for (size_t i = 0; i < c->latches.count; i++)
    if (!k.matters[i])
      c->latches.data[i].next = c->latches.data[i].now;
  mem_free (k.seen);
  mem_free (k.latch);
  mem_free (k.matters);
  VEC_FREE (k.stack);
}
