/* Builds a circuit, and answers questions about it. */
#include "symbolic/circuit.h"

#include <stdio.h>

#include "symbolic/parts.h"
#include "symbolic/solver.h"

void
refuse (struct parts *p, struct pos pos, const char *what)
{
  if (*p->refusal->what)
    return;
  p->refusal->pos = pos;
  snprintf (p->refusal->what, sizeof p->refusal->what, "%s", what);
}

bool
parts_over (struct parts *p)
{
  enum { SHARE = 16 };            /* a division of 64 bits takes some milliseconds */
  if (!p->refusal || *p->refusal->what)
    return p->refusal;
  struct budget *b = p->config->budget;
  if (!b || p->ticks++ % SHARE || !budget_over (b))
    return false;
  refuse (p, (struct pos) {0}, b->spent);
  p->refusal->spent = true;
  return true;
}

/* Features of the language that circuits do not support. */
static void
refuse_unsupported (struct parts *p)
{
  const struct pg *pg = p->pg;
  if (pg_trace (pg))
    refuse (p, pg_trace (pg)->pos, "trace and notrace automata");
  if (pg_promela (pg)->nexclusives)
    refuse (p, pg->promela->exclusives[0].pos, "xr and xs");
  for (uint32_t i = 0; i < pg->nprocs && pg_uses (pg, USES_PRIORITY); i++)
    if (pg->procs[i].promela->priority > 1)
      refuse (p, pg->procs[i].pos, "priorities");
  if (pg_uses (pg, USES_PRIORITY))
    refuse (p, (struct pos) {.file = pg->file}, "priorities");
}

struct circuit *
circuit_new (const struct pg *pg, const struct layout *l, const struct circuit_config *config, struct refusal *refusal)
{
  struct circuit *c = mem_zalloc (sizeof *c);
  struct parts *p = mem_zalloc (sizeof *p);
  *refusal = (struct refusal) {0};
  aig_init (&c->g);
  c->pg = pg;
  c->doomed = LIT_FALSE;
  c->parts = p;
  *p = (struct parts) {.c = c, .g = &c->g, .pg = pg, .config = config, .refusal = refusal};
  ranges_init (&p->ranges, pg);
  refuse_unsupported (p);
  if (!*refusal->what)
    cells_make (p, l);
  if (!*refusal->what) {
    transactions_find (p);
    nodes_make (p, l);
    steps_make (p);
  }
  if (!*refusal->what) {
    stubborn_restrict (p);
    compose (p);
  }
  if (!*refusal->what && config->claim)
    product_make (p);
  if (*refusal->what) {
    circuit_free (c);
    return NULL;
  }
  p->config = NULL;               /* owned by the caller */
  p->refusal = NULL;
  assert (circuit_check (c));
  return c;
}

void
circuit_free (struct circuit *c)
{
  if (!c)
    return;
  for (uint32_t i = 0; c->parts->fused && i < c->pg->nprocs; i++)
    mem_free (c->parts->fused[i]);
  mem_free (c->parts->fused);
  cells_release (c->parts);
  VEC_FREE (c->parts->free);
  VEC_FREE (c->parts->free_leaves);
  ranges_release (&c->parts->ranges);
  mem_free (c->parts);
  for (size_t i = 0; i < c->latches.count; i++)
    mem_free (c->latches.data[i].name);
  for (size_t i = 0; i < c->input_names.count; i++)
    mem_free (c->input_names.data[i]);
  for (size_t i = 0; i < c->steps.count; i++) {
    mem_free (c->steps.data[i].changes);
    mem_free (c->steps.data[i].chain);
  }
  VEC_FREE (c->latches);
  VEC_FREE (c->inputs);
  VEC_FREE (c->input_names);
  VEC_FREE (c->steps);
  VEC_FREE (c->justice);
  aig_release (&c->g);
  mem_free (c);
}

lit
circuit_bad (struct circuit *c)
{
  struct aig *g = &c->g;
  assert (!c->justice.count);
  return aig_or (g, aig_or (g, c->bad_step, c->bad_end), aig_or (g, c->bad_invariant, c->resource));
}

bool
circuit_check (const struct circuit *c)
{
  assert (aig_check (&c->g));
  for (size_t i = 0; i < c->latches.count; i++) {
    assert (!aig_is_and (&c->g, lit_node (c->latches.data[i].now)) && !lit_inverted (c->latches.data[i].now));
    assert (lit_node (c->latches.data[i].next) < c->g.nodes.count);
  }
  for (size_t i = 0; i < c->steps.count; i++)
    for (uint32_t k = 0; k < c->steps.data[i].nchanges; k++)
      assert (c->steps.data[i].changes[k].latch < c->latches.count);
  return true;
}

void
circuit_one_hot (const struct circuit *c, bool *one_of)
{
  for (size_t i = 0; i < c->parts->slots.count; i++) {
    const struct slot *s = &c->parts->slots.data[i];
    for (uint32_t k = 0; k < s->nlatches && s->nlatches == s->nodes.count; k++)
      one_of[s->first_latch + k] = lit_node (s->nodes.data[k].at) == lit_node (c->latches.data[s->first_latch + k].now);
  }
}

void
circuit_words (const struct circuit *c, uint32_t *word)
{
  for (size_t i = 0; i < c->latches.count; i++)
    word[i] = UINT32_MAX;
  for (uint32_t i = 0; i < c->parts->cells.count; i++) {
    const struct cell *k = &c->parts->cells.data[i];
    for (unsigned b = 0; b < k->bits && k->bits > 1; b++)
      word[k->first + b] = i;
  }
}
