/* Whether a step is possible does not depend on the values from outside that happen to be chosen: a process that waits for one value of
 * many can go on whatever the inputs are, and does so with that value only. */
#include "check.h"
#include "models.h"
#include "symbolic/circuit.h"

/* P waits for an input instead of x. */
static struct pg *
waits_for_input (void)
{
  struct pg *pg = model_load ("int x; active proctype P () { x == 77 -> x = 1 }");
  struct pg_expr *in = ARENA_NEW (&pg->arena, struct pg_expr);
  *in = (struct pg_expr) {.op = E_INPUT, .bits = 32};
  for (uint32_t i = 0; i < pg->procs[0].nedges; i++)
    if (pg->procs[0].edges[i].acts[0].kind == ACT_GUARD)
      pg->procs[0].edges[i].acts[0].expr->kid[0] = in;
  pg->threads = true;
  return pg;
}

static void
simulate (const struct circuit *c, uint32_t input, bool *value)
{
  for (size_t i = 0; i < c->latches.count; i++)
    value[lit_node (c->latches.data[i].now)] = c->latches.data[i].init;
  for (size_t i = 0; i < c->inputs.count; i++) {
    unsigned bit;
    value[lit_node (c->inputs.data[i])] = sscanf (c->input_names.data[i], "value0.%u", &bit) == 1 && bit < 32 && input >> bit & 1;
  }
  aig_simulate (&c->g, value);
}

/* Where the solver has no time to find all values that are needed there is no circuit, rather than one in which the step is never possible. */
static void
test_given_up (void)
{
  struct pg *pg = waits_for_input ();
  struct layout layout;
  struct refusal refusal = {0};
  for (uint32_t i = 0; i < pg->procs[0].nedges; i++)
    if (pg->procs[0].edges[i].acts[0].kind == ACT_GUARD) {
      struct pg_expr *e = pg->procs[0].edges[i].acts[0].expr, *in = e->kid[0];
      for (int k = 0; k < 3; k++) {
        struct pg_expr *product = ARENA_NEW (&pg->arena, struct pg_expr);
        *product = (struct pg_expr) {.op = E_MUL, .bits = 32, .kid = {in, e->kid[0]}};
        e->kid[0] = product;
      }
    }
  layout_init_threads (&layout, pg);
  circuit_input_seconds = -1;
  struct circuit *c = circuit_new (pg, &layout, &(struct circuit_config) {.one_hot = true, .ends = ENDS_ON}, &refusal);
  circuit_input_seconds = 5;
  CHECK (!c && strstr (refusal.what, "values from outside"));
  circuit_free (c);
  layout_release (&layout);
  pg_free (pg);
}

int
main (void)
{
  test_given_up ();
  struct pg *pg = waits_for_input ();
  struct layout layout;
  struct refusal refusal;
  layout_init_threads (&layout, pg);
  struct circuit *c = circuit_new (pg, &layout, &(struct circuit_config) {.one_hot = true, .ends = ENDS_ON}, &refusal);
  CHECK (c);
  bool *value = mem_zalloc (c->g.nodes.count);
  lit enabled = LIT_FALSE;
  for (size_t i = 0; i < c->steps.count; i++)
    if (c->steps.data[i].possible != c->steps.data[i].enabled)
      enabled = c->steps.data[i].enabled;
  CHECK (enabled != LIT_FALSE);
  for (uint32_t v = 0; v < 200; v++) {
    simulate (c, v, value);
    HOLD (!aig_value (value, c->terminal) && aig_value (value, enabled) == (v == 77));
  }
  CHECK_HELD ("a step is possible with some value, and taken with that one");
  mem_free (value);
  circuit_free (c);
  layout_release (&layout);
  pg_free (pg);
  return check_end ();
}
