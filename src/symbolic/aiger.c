/* Writes AIGER 1.9. Inputs and latches are numbered first, then the conjunctions in use, in order.
 * Source. A. Biere, K. Heljanko, S. Wieringa, "AIGER 1.9 and beyond", FMV report 11/2, 2011. */
#include "symbolic/aiger.h"

struct writer {
  struct str *out;
  const struct circuit *c;
  uint32_t *number;               /* by node of the circuit: its number in the file, or 0 */
  uint32_t next;
  VEC (uint32_t) ands;            /* nodes */
};

static void
number_cone (struct writer *w, lit root)
{
  VEC (uint32_t) stack = {0};
  const struct aig *g = &w->c->g;
  VEC_PUSH (stack, lit_node (root));
  while (stack.count) {
    uint32_t n = VEC_LAST (stack);
    if (!n || w->number[n]) {
      stack.count--;
      continue;
    }
    uint32_t a = lit_node (g->nodes.data[n].a), b = lit_node (g->nodes.data[n].b);
    assert (aig_is_and (g, n));
    if ((!a || w->number[a]) && (!b || w->number[b])) {
      w->number[n] = w->next++;
      VEC_PUSH (w->ands, n);
      stack.count--;
    } else {
      VEC_PUSH (stack, a);
      VEC_PUSH (stack, b);
    }
  }
  VEC_FREE (stack);
}

static uint32_t
literal (const struct writer *w, lit a)
{
  return w->number[lit_node (a)] << 1 | lit_inverted (a);
}

static void
delta (struct str *out, uint32_t d)
{
  while (d & ~0x7fu) {
    str_add_char (out, (char) ((d & 0x7f) | 0x80));
    d >>= 7;
  }
  str_add_char (out, (char) d);
}

static void
write_ands (struct writer *w)
{
  for (size_t i = 0; i < w->ands.count; i++) {
    const struct aig_node *n = &w->c->g.nodes.data[w->ands.data[i]];
    uint32_t x = literal (w, n->a), y = literal (w, n->b), self = w->number[w->ands.data[i]] << 1;
    if (x < y) {
      uint32_t t = x;
      x = y;
      y = t;
    }
    assert (self > x);
    delta (w->out, self - x);
    delta (w->out, x - y);
  }
}

static void
write_symbols (struct writer *w, const char *const *bad, size_t nbad)
{
  const struct circuit *c = w->c;
  for (size_t i = 0; i < c->inputs.count; i++)
    str_printf (w->out, "i%zu %s\n", i, c->input_names.data[i]);
  for (size_t i = 0; i < c->latches.count; i++)
    str_printf (w->out, "l%zu %s\n", i, c->latches.data[i].name);
  for (size_t i = 0; i < nbad; i++)
    str_printf (w->out, "b%zu %s\n", i, bad[i]);
  str_add (w->out, "c0 the_chosen_step_is_enabled\n");
  if (c->justice.count)
    str_add (w->out, "j0 runs_that_violate_the_property\n");
  str_printf (w->out, "c\n%s, by mazurka\n", c->pg->file ? c->pg->file : "model");
}

void
aiger_write (struct str *out, struct circuit *c)
{
  static const char *const names[] = {"a_step_fails", "invalid_end_state", "the_invariant_does_not_hold", "limit_of_the_circuit", "limit_of_the_model"};
  lit bad[] = {c->bad_step, c->bad_end, c->bad_invariant, c->resource, c->beyond};
  bool temporal = c->justice.count;
  size_t nbad = temporal ? 0 : 5;
  lit constraint = temporal ? c->valid : c->chosen;
  struct writer w = {.out = out, .c = c, .number = mem_zalloc (c->g.nodes.count * sizeof *w.number), .next = 1};
  for (size_t i = 0; i < c->inputs.count; i++)
    w.number[lit_node (c->inputs.data[i])] = w.next++;
  for (size_t i = 0; i < c->latches.count; i++)
    w.number[lit_node (c->latches.data[i].now)] = w.next++;
  for (size_t i = 0; i < c->latches.count; i++)
    number_cone (&w, c->latches.data[i].next);
  for (size_t i = 0; i < nbad; i++)
    number_cone (&w, bad[i]);
  number_cone (&w, constraint);
  for (size_t i = 0; i < c->justice.count; i++)
    number_cone (&w, c->justice.data[i].infinitely);
  str_printf (out, "aig %u %zu %zu 0 %zu %zu 1 %d 0\n", w.next - 1, c->inputs.count, c->latches.count, w.ands.count, nbad, temporal);
  for (size_t i = 0; i < c->latches.count; i++)
    str_printf (out, "%u %d\n", literal (&w, c->latches.data[i].next), c->latches.data[i].init);
  for (size_t i = 0; i < nbad; i++)
    str_printf (out, "%u\n", literal (&w, bad[i]));
  str_printf (out, "%u\n", literal (&w, constraint));
  if (temporal)
    str_printf (out, "%zu\n", c->justice.count);
  for (size_t i = 0; i < c->justice.count; i++)
    str_printf (out, "%u\n", literal (&w, c->justice.data[i].infinitely));
  write_ands (&w);
  write_symbols (&w, names, nbad);
  VEC_FREE (w.ands);
  mem_free (w.number);
}
