/* Which parts of a program observe single steps; merging must preserve them. */
#include "model/simplify_parts.h"

static bool
has_next (const struct pg_ltl *f)
{
  return f && (f->op == LTL_NEXT || has_next (f->kid[0]) || has_next (f->kid[1]));
}

/* Searches for operations, given as a set of bits. */
struct find_ops {
  struct visit visit;
  uint64_t ops;
  bool found;
};

#define OP(op) ((uint64_t) 1 << (op))

static void
see_op (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct find_ops *f = context;
  (void) proc;
  f->found |= (f->ops & OP (e->op)) != 0;
}

bool
simplify_steps_visible (struct simplify *s)
{
  const struct pg *pg = s->pg;
  if ((pg_uses (pg, USES_PRIORITY) && simplify_has_rendezvous (pg)) || pg_uses (pg, USES_LAST) || pg_uses (pg, USES_ENABLED))
    return true;
  for (uint32_t i = 0; i < pg->nproperties; i++)
    if (pg->properties[i].kind == PROP_NEVER || has_next (pg->properties[i].formula))
      return true;
  struct find_ops pc = {.visit = {.see = see_op, .s = s}, .ops = OP (E_PC_VALUE)};
  visit_everything (&pc.visit);
  return pc.found;
}

bool
edge_asks_where (struct simplify *s, const struct pg_edge *e)
{
  struct find_ops where = {.visit = {.see = see_op, .s = s}, .ops = OP (E_REMOTE_LOC) | OP (E_NP)};
  for (uint32_t i = 0; i < e->nacts; i++)
    visit_act (&where.visit, &e->acts[i]);
  return where.found;
}

bool
simplify_has_rendezvous (const struct pg *pg)
{
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    if (!pg->chan_types[c].capacity)
      return true;
  return false;
}

/* Whether the executability of edge `later` depends on that of `send`. */
static bool
looks_at (const struct pg_edge *later, const struct pg_edge *send)
{
  return later->group != send->group || later->acts[0].kind == ACT_ELSE ||
         (later->pick && later->pick == send->pick);
}

static bool
location_sees_readiness (const struct pg_edge *edges, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n && edges[i].acts[0].kind == ACT_SEND; j++)
      if (looks_at (&edges[j], &edges[i]))
        return true;
  return false;
}

bool
simplify_readiness_visible (const struct pg *pg)
{
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t l = 0; l < pg->procs[p].nlocs; l++) {
      const struct pg_loc *loc = &pg->procs[p].locs[l];
      if (location_sees_readiness (pg->procs[p].edges + loc->first_edge, loc->nedges))
        return true;
    }
  return false;
}
