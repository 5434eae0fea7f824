/* Idea. A value read from outside is a free input of the circuit, the same one wherever its edge mentions it. One step is
 * executed at a time, so steps share the inputs; edges within one step have their own.
 * Source. Free inputs of sequential circuits; that a step is possible is their projection (existential quantification by
 * cofactors).
 * Where we differ. Inputs are quantified one bit at a time; where that grows too large, a solver collects values until they
 * suffice for every state; if there are too many values, the circuit is refused.
 * Why that is sound. Which processes may run, and that none can, must not depend on inputs: "possible" means that some
 * values enable the step. The executed step uses the chosen values. */
#include <stdio.h>

#include "base/measure.h"
#include "symbolic/parts.h"
#include "symbolic/solver.h"

enum { MOST_NODES = 3000 };      /* nodes allowed when quantifying one edge */

static const struct word *
input_number (struct parts *p, uint32_t n)
{
  while (p->free.count <= n) {
    lit bit[64];
    for (unsigned i = 0; i < 64; i++) {
      char text[60];
      snprintf (text, sizeof text, "value%zu.%u", p->free.count, i);
      bit[i] = aig_leaf (p->g);
      VEC_PUSH (p->c->inputs, bit[i]);
      VEC_PUSH (p->c->input_names, mem_strdup (text));
      VEC_PUSH (p->free_leaves, lit_node (bit[i]));
    }
    VEC_PUSH (p->free, word_of_bits (bit, 64, true));
  }
  return &p->free.data[n];
}

struct word
free_input (struct env *v, const struct pg_expr *e)
{
  assert (e->op == E_INPUT && e->value >= 0 && !v->initial);
  return word_wrap (*input_number (v->p, v->inputs + (uint32_t) e->value), pg_bits (e), true);
}

uint64_t
free_mask (const struct pg_edge *e, uint32_t number)
{
  unsigned bits = number < PG_MOST_INPUTS ? pg_inputs_of (e).bits[number] : 0;
  return bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
}

/* The literal with constants for the free inputs. */
static lit
with_values (struct parts *p, lit a, const bool *value)
{
  size_t n = lit_node (a) + 1;
  lit *map = mem_alloc (n * sizeof *map);
  for (uint32_t i = 0; i < n; i++)
    map[i] = aig_is_and (p->g, i) ? LIT_NONE : i << 1;
  for (size_t i = 0; i < p->free_leaves.count; i++)
    if (p->free_leaves.data[i] < n)
      map[p->free_leaves.data[i]] = value[i] ? LIT_TRUE : LIT_FALSE;
  lit r = aig_copy (p->g, p->g, a, map);
  mem_free (map);
  return r;
}

double circuit_input_seconds = 5;

/* Collects values until no state needs another one: then they suffice. */
static lit
enough_values (struct parts *p, lit a)
{
  enum { MOST_VALUES = 40 };
  lit some = LIT_FALSE;
  bool *value = mem_zalloc (p->free_leaves.count + 1), done = false;
  for (int k = 0; k < MOST_VALUES && !done; k++) {
    struct budget budget = {.end = measure_seconds () + circuit_input_seconds}, *all = p->config->budget;
    struct solver s;
    if (all && all->end > 0 && all->end < budget.end)
      budget.end = all->end;
    budget.interrupt = all ? all->interrupt : NULL;
    solver_init (&s, p->g, &budget);
    solver_require (&s, a);
    solver_require (&s, lit_not (some));
    enum solver_answer answer = solver_solve (&s);
    for (size_t i = 0; i < p->free_leaves.count && answer == SOLVER_SAT; i++)
      value[i] = s.known.count > p->free_leaves.data[i] && s.known.data[p->free_leaves.data[i]] && solver_value (&s, (lit) p->free_leaves.data[i] << 1);
    solver_release (&s);
    done = answer == SOLVER_UNSAT;
    if (answer == SOLVER_UNKNOWN)
      break;
    if (!done)
      some = aig_or (p->g, some, with_values (p, a, value));
    else
      k = MOST_VALUES;
  }
  mem_free (value);
  return done ? some : LIT_NONE;
}

lit
free_possible (struct parts *p, lit a, const struct pg_edge *e)
{
  if (!pg_inputs_of (e).count)
    return a;
  lit some = aig_exists (p->g, a, p->free_leaves.data, p->free_leaves.count, MOST_NODES);
  if (some == LIT_NONE)
    some = enough_values (p, a);
  if (some != LIT_NONE)
    return some;
  p->ticks = 0;                   /* makes the next check read the clock */
  if (parts_over (p))
    return LIT_FALSE;
  refuse (p, e->pos, "a condition on values from outside that is this large");
  return LIT_FALSE;
}

uint64_t
circuit_free_value (const struct circuit *c, uint32_t number, const bool *inputs)
{
  uint64_t v = 0;
  const struct parts *p = c->parts;
  if (number >= p->free.count)    /* the circuit does not depend on it: any value will do */
    return 0;
  for (unsigned i = 0; i < 64; i++)
    for (size_t k = 0; k < c->inputs.count; k++)
      if (c->inputs.data[k] == word_bit (&p->free.data[number], i))
        v |= (uint64_t) inputs[k] << i;
  return v;
}

bool
circuit_has_free (const struct circuit *c)
{
  return c->parts->free.count;
}
