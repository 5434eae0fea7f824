/* Edges inside a d_step, between locations at which no other process can run.
 *
 * A d_step is one edge from outside for each guard that it may start with, followed by locations marked LOC_DSTEP. Joins,
 * gotos and blocks are not steps here. Options are tried in order and the first executable one is taken, so an `else` is
 * simply true when it is tried. */
#include "front/promela/edges.h"

#include <assert.h>

struct inside {
  struct lower *l;
  struct edge_list *out;
  struct elem *dstep;
  uint32_t number;                /* elem.dstep of the elements inside */
};

/* The element at which the d_step continues: a statement or a selection; NULL: the d_step ends. */
static struct elem *
settle (const struct inside *in, struct elem *e)
{
  const struct elem *start = e;
  for (size_t steps = 0; steps <= in->l->proc->elems.count; steps++) {
    if (!e || e->dstep != in->number)
      return NULL;
    switch (e->kind) {
    case EL_GOTO: e = e->dest; break;
    case EL_JOIN: case EL_EXIT: e = e->next; break;
    case EL_UNLESS: case EL_BLOCK: case EL_ATOMIC: case EL_DSTEP: e = e->subs[0]->first; break;
    default: return e;
    }
  }
  diag_error (in->l->diag, start->pos, "endless jumps inside a d_step");
  return NULL;
}

/* One statement of the d_step, and the location after it. */
static void
add_edge (const struct inside *in, struct elem *src, struct elem *leaf, uint32_t group, uint32_t pick)
{
  assert (src->loc && src->loc <= in->out->locs.count && leaf->kind != EL_END);
  struct pg_edge e = { .src = src->loc - 1, .group = group, .pick = pick, .pos = leaf->pos, .text = leaf->text,
                       .acts = edges_act (in->l, leaf), .nacts = 1 };
  struct elem *on = settle (in, leaf->kind == EL_GOTO ? leaf->dest : leaf->next);
  if (on) {
    e.dst = edges_location (in->l, in->out, on, LOC_DSTEP);
    e.flags = EDGE_DSTEP;
  } else if (in->dstep->target) {
    e.dst = edges_location (in->l, in->out, in->dstep->target, 0);
    e.flags = in->dstep->keeps ? EDGE_ATOMIC : 0;
  } else
    return;
  if (leaf->act && leaf->act->kind == ACT_ELSE && (pick || src->dstep))
    e.acts = lower_skip (in->l, leaf->pos);
  VEC_PUSH (in->out->edges, e);
}

/* The first statement of an option; a goto counts as a statement. */
static struct elem *
guard_of (struct elem *e)
{
  for (;;)
    switch (e->kind) {
    case EL_JOIN: case EL_EXIT:
      if (!e->next)
        return e;
      e = e->next;
      break;
    case EL_UNLESS: case EL_BLOCK: case EL_ATOMIC: case EL_DSTEP: e = e->subs[0]->first; break;
    default: return e;
    }
}

static void
add_options (const struct inside *in, struct elem *src, struct elem *choice, uint32_t group, uint32_t pick)
{
  for (int i = 0; i < choice->nsubs; i++) {
    struct elem *g = guard_of (choice->subs[i]->first);
    if (g->kind == EL_IF || g->kind == EL_DO)
      add_options (in, src, g, group, pick);
    else
      add_edge (in, src, g, group, pick);
  }
}

static void
inner_edges (const struct inside *in, struct elem *e)
{
  if (e->kind == EL_IF || e->kind == EL_DO)
    add_options (in, e, e, PG_OWN, 0);
  else
    add_edge (in, e, e, PG_OWN, 0);
}

void
dstep_edges (struct lower *l, struct edge_list *out, struct elem *src, struct elem *dstep, uint32_t group)
{
  assert (dstep->kind == EL_DSTEP && dstep->nsubs == 1 && dstep->target);
  struct inside in = { .l = l, .out = out, .dstep = dstep };
  struct elem *first = guard_of (dstep->subs[0]->first);
  in.number = first->dstep;
  assert (in.number);
  size_t seen = out->todo.count;
  if (first->kind == EL_IF || first->kind == EL_DO) {
    out->picks++;
    add_options (&in, src, first, group, out->picks);
  } else
    add_edge (&in, src, first, group, 0);
  for (size_t i = seen; i < out->todo.count; i++)
    if (out->todo.data[i]->dstep == in.number && in.number)
      inner_edges (&in, out->todo.data[i]);
}
