/* Control nodes of a slot: the locations of its processes, with the mode in each. */
#include <stdio.h>

#include "symbolic/parts.h"

uint32_t
node_mode_after (const struct pg_edge *e, bool rendezvous_sender)
{
  if (rendezvous_sender)
    return MODE_PLAIN;
  return e->flags & EDGE_DSTEP ? MODE_DSTEP : e->flags & EDGE_ATOMIC ? MODE_ATOMIC : MODE_PLAIN;
}

static void
add_node (struct slot *s, uint32_t type, uint32_t loc, uint32_t mode)
{
  struct slot_type *t = &s->types.data[type];
  if (t->node[mode][loc] != PG_ALL)
    return;
  t->node[mode][loc] = (uint32_t) s->nodes.count;
  VEC_PUSH (s->nodes, (struct node) {.type = type, .loc = loc, .mode = (uint8_t) mode, .at = LIT_FALSE});
}

/* A process that keeps control here is never blocked. */
static bool
never_blocks (const struct pg_proc *q, uint32_t loc)
{
  const struct pg_loc *l = &q->locs[loc];
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
    switch (q->edges[i].acts[0].kind) {
    case ACT_ASSIGN: case ACT_ASSERT: case ACT_PRINT: case ACT_PRINTM: case ACT_CHECK: return !pg_provided (q);
    case ACT_ELSE: return !pg_provided (q);
    default: break;
    }
  return false;
}

const struct pg_edge *
node_chained (const struct parts *p, const struct pg_proc *q, const struct pg_edge *first, const struct pg_edge *e, bool inside)
{
  if (e->dst == PG_ALL || (!(e->flags & (EDGE_ATOMIC | EDGE_DSTEP)) && !(p->fused && p->fused[q - p->pg->procs][e->dst])) || pg_provided (q) || first->acts[0].kind == ACT_SEND || first->acts[0].kind == ACT_RECV)
    return NULL;                  /* the target depends on the message's channel */
  if ((first->flags & EDGE_DSTEP) != (e->flags & EDGE_DSTEP) || (inside && !(first->flags & EDGE_DSTEP)))
    return NULL;                  /* the executor's transitions begin and end with a d_step */
  const struct pg_loc *l = &q->locs[e->dst];
  const struct pg_edge *next = &q->edges[l->first_edge];
  if (l->nedges != 1 || next->dst == e->dst || next->dst == e->src)
    return NULL;
  switch (next->acts[0].kind) {
  case ACT_ASSIGN: case ACT_ASSERT: case ACT_PRINT: case ACT_PRINTM: case ACT_CHECK: return next;
  default: return NULL;
  }
}

bool
node_branches (const struct parts *p, const struct pg_proc *q, const struct pg_edge *first, const struct pg_edge *e, bool inside)
{
  if (e->dst == PG_ALL || e->flags || !p->fused || !p->fused[q - p->pg->procs][e->dst] || pg_provided (q) || inside)
    return false;
  if (first->flags & EDGE_DSTEP || first->acts[0].kind == ACT_SEND || first->acts[0].kind == ACT_RECV)
    return false;
  const struct pg_loc *l = &q->locs[e->dst];
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
    switch (q->edges[i].acts[0].kind) {
    case ACT_GUARD:
      if (pg_beyond_data (q->edges[i].acts[0].expr) || pg_inputs_of (&q->edges[i]).count)
        return false;              /* inputs are read only where a step begins */
      break;
    case ACT_ASSIGN: case ACT_ASSERT: case ACT_PRINT: case ACT_PRINTM: case ACT_CHECK: case ACT_ELSE: break;
    default: return false;
    }
  return l->nedges;
}

bool
node_blocks (struct parts *p, uint32_t slot, uint32_t type, uint32_t loc)
{
  const struct pg_loc *l = &p->pg->procs[p->slots.data[slot].types.data[type].proc].locs[loc];
  lit *may = mem_alloc ((l->nedges + 1) * sizeof *may), any = LIT_FALSE;
  struct pairs none = {0};
  control_look (&(struct look) {p, slot, type, loc, LIT_FALSE}, may, &none);
  for (uint32_t i = 0; i < l->nedges; i++)
    any = aig_or (p->g, any, may[i]);
  assert (!none.list.count);
  mem_free (may);
  return any != LIT_TRUE;
}

/* The ends of steps that began with `first` and have reached `e`. */
static void
add_ends (struct parts *p, uint32_t slot, const struct node *n, const struct pg_edge *first, const struct pg_edge *e, unsigned length)
{
  struct slot *s = &p->slots.data[slot];
  const struct pg_proc *q = &p->pg->procs[s->types.data[n->type].proc];
  bool inside = n->mode == MODE_DSTEP;
  const struct pg_edge *next = length < NODE_CHAIN ? node_chained (p, q, first, e, inside) : NULL;
  if (next)
    add_ends (p, slot, n, first, next, length + 1);
  else if (length < NODE_CHAIN && node_branches (p, q, first, e, inside)) {
    const struct pg_loc *l = &q->locs[e->dst];
    if (node_blocks (p, slot, n->type, e->dst))
      add_node (s, n->type, e->dst, MODE_PLAIN);
    for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
      add_ends (p, slot, n, first, &q->edges[i], length + 1);
  } else if (e->dst != PG_ALL)
    add_node (s, n->type, e->dst, node_mode_after (e, false));
}

static void
add_successors (struct parts *p, uint32_t slot, const struct pg_proc *q, struct node n)
{
  struct slot *s = &p->slots.data[slot];
  const struct pg_loc *l = &q->locs[n.loc];
  if (n.mode == MODE_ATOMIC && !never_blocks (q, n.loc))
    add_node (s, n.type, n.loc, MODE_PLAIN);
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++) {
    const struct pg_edge *e = &q->edges[i];
    add_ends (p, slot, &n, e, e, 0);
    if (e->acts[0].kind == ACT_SEND)
      add_node (s, n.type, e->dst, MODE_PLAIN);
  }
}

static void
name_node (const struct parts *p, const struct slot *s, uint32_t slot, size_t k, char *name, size_t room)
{
  static const char *const modes[MODES] = {"", ".atomic", ".dstep"};
  if (!k) {
    snprintf (name, room, "slot%u.free", slot);
    return;
  }
  const struct node *n = &s->nodes.data[k];
  const struct pg_proc *q = &p->pg->procs[s->types.data[n->type].proc];
  snprintf (name, room, "%.60s(%u).at%u.line%d%s", q->name, slot, n->loc, q->locs[n->loc].pos.line, modes[n->mode]);
}

/* One latch per node, or a binary number. */
static void
encode (struct parts *p, struct slot *s, uint32_t slot)
{
  char name[160];
  size_t n = s->nodes.count;
  s->first_latch = (uint32_t) p->c->latches.count;
  if (p->config->one_hot) {
    for (size_t k = 0; k < n; k++) {
      name_node (p, s, slot, k, name, sizeof name);
      uint32_t l = latch_add (p->c, k == s->start, name, 0);
      s->nodes.data[k].at = p->c->latches.data[l].now;
    }
    s->nlatches = (uint32_t) n;
    return;
  }
  while ((size_t) 1 << s->nlatches < n)
    s->nlatches++;
  snprintf (name, sizeof name, "slot%u.pc", slot);
  for (uint32_t b = 0; b < s->nlatches; b++)
    latch_add (p->c, s->start >> b & 1, name, b);
  for (size_t k = 0; k < n; k++) {
    lit at = LIT_TRUE;
    for (uint32_t b = 0; b < s->nlatches; b++)
      at = aig_and (p->g, at, lit_if (p->c->latches.data[s->first_latch + b].now, k >> b & 1));
    s->nodes.data[k].at = at;
  }
}

/* Exactly one node holds. */
static lit
exactly_one (struct parts *p, const struct slot *s)
{
  lit some = LIT_FALSE, two = LIT_FALSE;
  for (size_t k = 0; k < s->nodes.count; k++) {
    two = aig_or (p->g, two, aig_and (p->g, some, s->nodes.data[k].at));
    some = aig_or (p->g, some, s->nodes.data[k].at);
  }
  return aig_and (p->g, some, lit_not (two));
}

static void
summarise (struct parts *p, struct slot *s)
{
  s->alive = lit_not (s->nodes.data[0].at);
  for (size_t t = 0; t < s->types.count; t++)
    s->types.data[t].is = LIT_FALSE;
  for (size_t k = 1; k < s->nodes.count; k++) {
    const struct node *n = &s->nodes.data[k];
    s->types.data[n->type].is = aig_or (p->g, s->types.data[n->type].is, n->at);
    if (n->mode != MODE_PLAIN)
      s->keeps = aig_or (p->g, s->keeps, n->at);
  }
  p->c->hold = aig_and (p->g, p->c->hold, exactly_one (p, s));
}

void
nodes_make (struct parts *p, const struct layout *l)
{
  p->c->hold = LIT_TRUE;
  for (uint32_t i = 0; i < p->slots.count; i++) {
    struct slot *s = &p->slots.data[i];
    VEC_PUSH (s->nodes, (struct node) {.type = PG_ALL, .loc = PG_ALL});
    for (uint32_t t = 0; t < s->types.count; t++)
      add_node (s, t, p->pg->procs[s->types.data[t].proc].start, MODE_PLAIN);
    for (size_t k = 1; k < s->nodes.count; k++)
      add_successors (p, i, &p->pg->procs[s->types.data[s->nodes.data[k].type].proc], s->nodes.data[k]);
    if (i < l->initial)
      for (uint32_t t = 0; t < s->types.count; t++)
        if (s->types.data[t].proc == p->pg->starts[i])
          s->start = s->types.data[t].node[MODE_PLAIN][p->pg->procs[p->pg->starts[i]].start];
    encode (p, s, i);
    summarise (p, s);
  }
  for (size_t i = 0; i < p->channels.count; i++) {
    struct channel *ch = &p->channels.data[i];
    ch->alive = ch->slot == PG_ALL ? LIT_TRUE : p->slots.data[ch->slot].types.data[ch->slot_type].is;
  }
  /* processes are created and end like a stack */
  for (uint32_t i = 1; i < p->slots.count; i++)
    p->c->hold = aig_and (p->g, p->c->hold, aig_or (p->g, lit_not (p->slots.data[i].alive), p->slots.data[i - 1].alive));
}
