/* What tests see of a circuit. */
#ifndef TEST_CIRCUIT_PARTS_H
#define TEST_CIRCUIT_PARTS_H

#include "symbolic/circuit.h"
#include "symbolic/parts.h"

/* The literal: the reduction allows the slot to run. */
static inline lit
circuit_allows (const struct circuit *c, uint32_t slot)
{
  return c->parts->slots.data[slot].stubborn;
}

static inline int64_t
word_value (const struct word *w, const bool *value)
{
  uint64_t v = 0;
  for (unsigned i = 0; i < 64; i++)
    v |= (uint64_t) aig_value (value, word_bit (w, i)) << i;
  return (int64_t) v;
}

/* The value of a variable's cell, and the control node of a slot, in a state given by the values of the nodes (aig_simulate). */
static inline int64_t
circuit_cell_value (const struct circuit *c, uint32_t slot, uint32_t type, uint32_t var, uint32_t element, const bool *value)
{
  const struct parts *p = c->parts;
  uint32_t cell = slot == PG_ALL ? p->global_cell[var] : p->slots.data[slot].types.data[type].cell[var];
  return word_value (&p->cells.data[cell + element].now, value);
}

static inline bool
circuit_where (const struct circuit *c, uint32_t slot, const bool *value, uint32_t *type, uint32_t *loc, int *mode)
{
  const struct slot *s = &c->parts->slots.data[slot];
  for (size_t k = 1; k < s->nodes.count; k++)
    if (aig_value (value, s->nodes.data[k].at)) {
      *type = s->nodes.data[k].type;
      *loc = s->nodes.data[k].loc;
      *mode = s->nodes.data[k].mode;
      return true;
    }
  return false;
}

#endif
