/* Idea. The steps of all slots under one scheduler: inputs choose a slot, an edge of its location and,
 * for a rendezvous, a partner and its edge; the step so chosen is executed if it is enabled.
 * Source. Paper 4 (Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial orders and
 * on-the-fly transactions", CAV 2006), section 4.2.
 * Where we differ. Locations may be nondeterministic, so a second input chooses the edge. Choices that
 * name nothing are excluded by a constraint instead of being steps that do nothing: infinite runs need it.
 * Why that is sound. Every enabled step is chosen by some input, and at most one step is chosen by each.
 */
#include <stdio.h>

#include "base/options.h"
#include "symbolic/parts.h"

struct word
circuit_input (struct circuit *c, const char *name, unsigned values)
{
  lit bit[32];
  unsigned n = 0;
  while (1u << n < values)
    n++;
  for (unsigned i = 0; i < n; i++) {
    char text[60];
    snprintf (text, sizeof text, "%s.%u", name, i);
    bit[i] = aig_leaf (&c->g);
    VEC_PUSH (c->inputs, bit[i]);
    VEC_PUSH (c->input_names, mem_strdup (text));
  }
  return n ? word_of_bits (bit, n, false) : word_const (0);
}

static const struct pg_edge *
edge_of (const struct parts *p, uint32_t slot, uint32_t type, uint32_t edge)
{
  return &p->pg->procs[p->slots.data[slot].types.data[type].proc].edges[edge];
}

/* The edge's place among those of its location, and how many there are. */
static uint32_t
place_of (const struct parts *p, uint32_t slot, uint32_t type, uint32_t edge, uint32_t *of)
{
  const struct pg_proc *q = &p->pg->procs[p->slots.data[slot].types.data[type].proc];
  const struct pg_loc *l = &q->locs[edge_of (p, slot, type, edge)->src];
  *of = l->nedges;
  return edge - l->first_edge;
}

/* How many values each choice needs. */
static void
count_choices (const struct parts *p, uint32_t *edges, uint32_t *partner_edges, bool *meet)
{
  uint32_t of;
  *edges = *partner_edges = 1;
  *meet = false;
  for (size_t i = 0; i < p->c->steps.count; i++) {
    const struct step *s = &p->c->steps.data[i];
    if (s->inside)
      continue;
    place_of (p, s->slot, s->type, s->edge, &of);
    *edges = of > *edges ? of : *edges;
    if (s->partner == PG_ALL)
      continue;
    *meet = true;
    place_of (p, s->partner, s->partner_type, s->partner_edge, &of);
    *partner_edges = of > *partner_edges ? of : *partner_edges;
  }
}

static lit
choose_edge (struct parts *p, const struct word *choice, uint32_t slot, uint32_t type, uint32_t edge)
{
  uint32_t of, at = place_of (p, slot, type, edge, &of);
  return of == 1 ? LIT_TRUE : word_is (p->g, choice, at);
}

static void
schedule (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  uint32_t edges, partner_edges;
  bool meet;
  count_choices (p, &edges, &partner_edges, &meet);
  struct word slot = p->choose_slot = circuit_input (c, "process", (unsigned) p->slots.count);
  struct word edge = p->choose_edge = circuit_input (c, "edge", edges);
  struct word partner = p->choose_partner = circuit_input (c, "partner", meet ? (unsigned) p->slots.count : 1);
  struct word partner_edge = p->choose_partner_edge = circuit_input (c, "partner_edge", partner_edges);
  for (size_t i = 0; i < c->steps.count; i++) {
    struct step *s = &c->steps.data[i];
    lit chosen = word_is (g, &slot, s->slot);
    if (!s->inside)
      chosen = aig_and (g, chosen, choose_edge (p, &edge, s->slot, s->type, s->edge));
    if (s->partner != PG_ALL)
      chosen = aig_and (g, chosen, aig_and (g, word_is (g, &partner, s->partner),
                                            choose_edge (p, &partner_edge, s->partner, s->partner_type, s->partner_edge)));
    s->allowed = aig_and (g, s->enabled, p->slots.data[s->slot].stubborn);
    s->execute = aig_and (g, s->allowed, chosen);
  }
}

static void
set_input (const struct word *w, uint32_t to, bool *value)
{
  for (unsigned i = 0; i < w->n; i++)
    if (w->bit[i] > LIT_TRUE)
      value[lit_node (w->bit[i])] = to >> i & 1;
}

void
circuit_choose (const struct circuit *c, uint32_t step, bool *value)
{
  const struct parts *p = c->parts;
  const struct step *s = &c->steps.data[step];
  uint32_t of;
  set_input (&p->choose_slot, s->slot, value);
  set_input (&p->choose_edge, s->inside ? 0 : place_of (p, s->slot, s->type, s->edge, &of), value);
  set_input (&p->choose_partner, s->partner == PG_ALL ? 0 : s->partner, value);
  set_input (&p->choose_partner_edge, s->partner == PG_ALL ? 0 : place_of (p, s->partner, s->partner_type, s->partner_edge, &of), value);
}

/* ---- the next state ---- */

static void
connect_latches (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  lit *to = mem_alloc ((c->latches.count + 1) * sizeof *to), *any = mem_alloc ((c->latches.count + 1) * sizeof *any);
  for (size_t i = 0; i < c->latches.count; i++)
    to[i] = any[i] = LIT_FALSE;
  for (size_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    for (uint32_t k = 0; k < s->nchanges; k++) {
      uint32_t l = s->changes[k].latch;
      to[l] = aig_or (g, to[l], aig_and (g, s->execute, s->changes[k].to));
      any[l] = aig_or (g, any[l], s->execute);
    }
  }
  for (size_t i = 0; i < c->latches.count; i++)
    c->latches.data[i].next = aig_or (g, to[i], aig_and (g, lit_not (any[i]), c->latches.data[i].now));
  mem_free (to);
  mem_free (any);
}

/* ---- what is bad ---- */

static lit
all_at_end (struct parts *p)
{
  lit good = LIT_TRUE;
  for (size_t i = 0; i < p->slots.count; i++) {
    const struct slot *s = &p->slots.data[i];
    lit ends = s->nodes.data[0].at;
    for (size_t k = 1; k < s->nodes.count; k++) {
      const struct node *n = &s->nodes.data[k];
      if (p->pg->procs[s->types.data[n->type].proc].locs[n->loc].flags & LOC_END)
        ends = aig_or (p->g, ends, n->at);
    }
    good = aig_and (p->g, good, ends);
  }
  return good;
}

static lit
channels_empty (struct parts *p)
{
  lit empty = LIT_TRUE;
  for (size_t i = 0; i < p->channels.count; i++) {
    struct word length = cell_now (p, p->channels.data[i].length);
    empty = aig_and (p->g, empty, word_is (p->g, &length, 0));
  }
  return empty;
}

static void
say_bad (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  lit any = LIT_FALSE, executed = LIT_FALSE;
  c->bad_step = c->resource = c->bad_end = c->bad_invariant = LIT_FALSE;
  for (size_t i = 0; i < c->steps.count; i++) {
    const struct step *s = &c->steps.data[i];
    any = aig_or (g, any, s->enabled);
    executed = aig_or (g, executed, s->execute);
    c->bad_step = aig_or (g, c->bad_step, aig_and (g, s->execute, s->fault));
    c->resource = aig_or (g, c->resource, aig_and (g, s->execute, s->resource));
  }
  c->terminal = lit_not (any);
  c->valid = aig_or (g, executed, c->terminal);
  if (p->config->ends != ENDS_OFF) {
    lit good = all_at_end (p);
    if (p->config->ends == ENDS_EMPTY)
      good = aig_and (g, good, channels_empty (p));
    good = aig_or (g, good, expr_somebody_at (p, LOC_EXIT));
    c->bad_end = aig_and (g, c->terminal, lit_not (good));
  }
  if (p->config->invariant) {
    struct env v;
    env_init (&v, p, PG_ALL, 0);
    lit holds = expr_true (&v, p->config->invariant);
    c->bad_invariant = aig_and (g, c->observable, aig_or (g, lit_not (holds), v.fault));
    env_release (&v);
  }
}

void
compose (struct parts *p)
{
  schedule (p);
  connect_latches (p);
  say_bad (p);
}
