/* The steps of all slots: first which steps exist and when they are enabled, then their effects. */
#include "symbolic/parts.h"

/* A step whose effects are not computed yet. */
struct candidate {
  uint32_t slot, type, loc, edge;
  bool inside;
  lit enabled;                    /* enabled if the slot is scheduled, with the chosen inputs */
  lit possible;                   /* enabled with some inputs */
  struct pair pair;               /* edge PG_ALL: no rendezvous */
};
struct candidates { VEC (struct candidate) list; };

static void
add_candidate (struct candidates *all, struct candidate c)
{
  if (c.possible != LIT_FALSE)
    VEC_PUSH (all->list, c);
}

static void
look_at (struct parts *p, struct look k, struct candidates *all)
{
  const struct pg_proc *q = &p->pg->procs[p->slots.data[k.slot].types.data[k.type].proc];
  const struct pg_loc *l = &q->locs[k.loc];
  lit at = control_at (p, k.slot, k.type, k.loc), inside = control_at_dstep (p, k.slot, k.type, k.loc);
  lit *may = mem_alloc ((l->nedges + 1) * sizeof *may);
  struct candidate c = {.slot = k.slot, .type = k.type, .loc = k.loc, .pair = {.edge = PG_ALL}};
  if (at != LIT_FALSE) {
    struct pairs pairs = {0};
    control_look (&k, may, &pairs);
    for (uint32_t i = 0; i < l->nedges; i++) {
      c.edge = l->first_edge + i;
      c.enabled = aig_and (p->g, at, may[i]);
      c.possible = free_possible (p, c.enabled, &q->edges[c.edge]);
      add_candidate (all, c);
    }
    for (size_t i = 0; i < pairs.list.count; i++) {
      struct candidate d = c;
      d.pair = pairs.list.data[i];
      d.edge = d.pair.edge;
      d.enabled = d.possible = aig_and (p->g, at, d.pair.enabled);
      add_candidate (all, d);
    }
    VEC_FREE (pairs.list);
  }
  if (inside != LIT_FALSE) {
    lit none = LIT_TRUE;
    c.inside = true;
    k.timeout = LIT_FALSE;
    control_look_dstep (&k, may);
    for (uint32_t i = 0; i < l->nedges; i++) {
      c.edge = l->first_edge + i;
      c.enabled = c.possible = aig_and (p->g, inside, may[i]);
      add_candidate (all, c);
      none = aig_and (p->g, none, lit_not (may[i]));
    }
    c.edge = PG_ALL;
    c.enabled = c.possible = aig_and (p->g, inside, none);
    add_candidate (all, c);
  }
  mem_free (may);
}

static void
look_everywhere (struct parts *p, lit timeout, struct candidates *all)
{
  all->list.count = 0;
  for (uint32_t s = 0; s < p->slots.count; s++)
    for (uint32_t t = 0; t < p->slots.data[s].types.count; t++)
      for (uint32_t l = 0; l < p->pg->procs[p->slots.data[s].types.data[t].proc].nlocs && !parts_over (p); l++)
        look_at (p, (struct look) {p, s, t, l, timeout}, all);
}

/* No other process that can move keeps control. */
static lit
nobody_keeps (struct parts *p, const struct candidates *all)
{
  lit free = LIT_TRUE;
  for (size_t i = 0; i < p->slots.count; i++)
    p->slots.data[i].enabled = LIT_FALSE;
  for (size_t i = 0; i < all->list.count; i++) {
    const struct candidate *c = &all->list.data[i];
    p->slots.data[c->slot].enabled = aig_or (p->g, p->slots.data[c->slot].enabled, c->possible);
  }
  for (size_t i = 0; i < p->slots.count; i++)
    free = aig_and (p->g, free, lit_not (aig_and (p->g, p->slots.data[i].keeps, p->slots.data[i].enabled)));
  return free;
}

static lit
nothing_enabled (struct parts *p)
{
  lit any = LIT_FALSE;
  for (size_t i = 0; i < p->slots.count; i++)
    any = aig_or (p->g, any, p->slots.data[i].enabled);
  return lit_not (any);
}

/* ---- effects ---- */

static void
follow (struct env *v, const struct pg_edge *e, uint32_t first)
{
  for (uint32_t i = first; i < e->nacts; i++)
    action_execute (v, &e->acts[i]);
  v->inputs += pg_inputs_of (e).count;      /* the next edge of the step has inputs of its own */
}

/* Both sides of a rendezvous: the message is passed, then the sender moves, then the receiver. */
static void
pass (struct env *v, struct env *w, const struct pair *pair)
{
  struct parts *p = v->p;
  const struct channel *ch = &p->channels.data[pair->channel];
  const struct pg_chan_type *t = &p->pg->chan_types[ch->type];
  const struct pg_edge *e = &env_proc (v)->edges[pair->edge], *f = &env_proc (w)->edges[pair->partner_edge];
  struct word *fields = mem_alloc ((t->nfields + 1) * sizeof *fields);
  expr_word (v, e->acts[0].chan);                   /* it may fail */
  message_fields (v, ch, e->acts[0].msg, fields);
  for (uint32_t i = 0; i < t->nfields; i++)
    fields[i] = wrap_to_type (fields[i], &t->fields[i]);
  if (e->acts[0].msg->nargs != t->nfields)
    env_soft_fault (v, LIT_TRUE);
  if (f->acts[0].msg->nargs > t->nfields)
    env_fault (w, LIT_TRUE);
  else if (f->acts[0].msg->nargs < t->nfields)
    env_soft_fault (w, LIT_TRUE);
  follow (v, e, 1);
  message_store (w, ch, f->acts[0].msg, LIT_TRUE, fields);
  follow (w, f, 1);
  mem_free (fields);
}

struct effect {
  struct parts *p;
  VEC (struct change) changes;
};

static void
change_latch (struct effect *x, uint32_t latch, lit to)
{
  if (to != x->p->c->latches.data[latch].now)
    VEC_PUSH (x->changes, (struct change) {latch, to});
}

/* The slot's control: `at` says of each node whether it holds afterwards. */
static void
change_control (struct effect *x, uint32_t slot, const lit *at)
{
  struct parts *p = x->p;
  const struct slot *s = &p->slots.data[slot];
  for (uint32_t b = 0; b < s->nlatches; b++) {
    lit to = LIT_FALSE;
    if (p->config->one_hot)
      to = at[b];
    else
      for (size_t k = 0; k < s->nodes.count; k++)
        if (k >> b & 1)
          to = aig_or (p->g, to, at[k]);
    change_latch (x, s->first_latch + b, to);
  }
}

/* Control of one slot after the step: where it moves, what is created there; a slot that does not move no longer keeps
 * control. */
static void
move_slot (struct effect *x, uint32_t slot, uint32_t to, const struct env *v)
{
  struct parts *p = x->p;
  const struct slot *s = &p->slots.data[slot];
  lit *at = mem_alloc (s->nodes.count * sizeof *at);
  for (size_t k = 0; k < s->nodes.count; k++)
    at[k] = to == PG_ALL ? s->nodes.data[k].at : k == to ? LIT_TRUE : LIT_FALSE;
  if (to == PG_ALL)
    for (size_t k = 1; k < s->nodes.count; k++) {
      const struct node *n = &s->nodes.data[k];
      uint32_t plain = n->mode == MODE_ATOMIC ? s->types.data[n->type].node[MODE_PLAIN][n->loc] : PG_ALL;
      if (plain == PG_ALL)
        continue;
      at[plain] = aig_or (p->g, at[plain], n->at);
      at[k] = LIT_FALSE;
    }
  for (size_t i = 0; i < v->created.count; i++) {
    const struct control_change *c = &v->created.data[i];
    for (size_t k = 0; k < s->nodes.count && c->slot == slot; k++)
      at[k] = aig_mux (p->g, c->condition, k == c->node ? LIT_TRUE : LIT_FALSE, at[k]);
  }
  change_control (x, slot, at);
  mem_free (at);
}

static void
change_cells (struct effect *x)
{
  struct parts *p = x->p;
  for (size_t i = 0; i < p->touched.count; i++) {
    const struct cell *c = &p->cells.data[p->touched.data[i]];
    struct word w = cell_now (p, p->touched.data[i]);
    for (unsigned b = 0; b < c->bits; b++)
      change_latch (x, c->first + b, word_bit (&w, c->bit[b]));
  }
}

/* Which edge is taken where a transaction may continue by several: the number of the edge in its location; the last number:
 * none may be taken, the step ends there. */
struct way {
  uint32_t taken[NODE_CHAIN], count;
  uint32_t open;                  /* the location reached whose edge is not chosen yet, or PG_ALL */
};

static const struct pg_edge *
take_branch (struct env *v, uint32_t loc, uint32_t edge, struct step *out)
{
  struct parts *p = v->p;
  const struct pg_proc *q = env_proc (v);
  const struct pg_loc *l = &q->locs[loc];
  lit *may = mem_alloc ((l->nedges + 1) * sizeof *may), none = LIT_TRUE;
  struct pairs pairs = {0};
  control_look (&(struct look) {p, v->slot, v->type, loc, LIT_FALSE}, may, &pairs);
  for (uint32_t i = 0; i < l->nedges; i++)
    none = aig_and (p->g, none, lit_not (may[i]));
  out->enabled = aig_and (p->g, out->enabled, edge < l->nedges ? may[edge] : none);
  assert (!pairs.list.count && edge <= l->nedges);
  mem_free (may);
  return edge < l->nedges ? &q->edges[l->first_edge + edge] : NULL;
}

/* The edges executed together with it; the last of all. */
static const struct pg_edge *
follow_chain (struct env *v, const struct pg_edge *first, struct way *way, struct step *out)
{
  const struct pg_proc *q = env_proc (v);
  const struct pg_edge *next, *e = first;
  VEC (uint32_t) chain = {0};
  uint32_t branches = 0;
  for (int i = 0; i < NODE_CHAIN; i++) {
    next = node_chained (v->p, q, first, e, out->inside);
    if (!next && node_branches (v->p, q, first, e, out->inside)) {
      if (branches == way->count) {
        way->open = e->dst;
        break;
      }
      next = take_branch (v, e->dst, way->taken[branches++], out);
    }
    if (!next)
      break;
    if (!(e->flags & EDGE_DSTEP))
      VEC_PUSH (chain, (uint32_t) (next - q->edges));
    follow (v, next, 0);
    e = next;
  }
  out->chain = chain.data;
  out->nchain = (uint32_t) chain.count;
  return e;
}

/* The node of the slot that the edge leads to; PG_ALL: the process ends. */
static uint32_t
target (const struct parts *p, uint32_t slot, uint32_t type, const struct pg_edge *e, bool sender)
{
  return e->dst == PG_ALL ? PG_ALL : p->slots.data[slot].types.data[type].node[node_mode_after (e, sender)][e->dst];
}

/* The step along this path, unless its last choice is open. */
static void
execute (struct parts *p, const struct candidate *c, struct way *way, struct step *out)
{
  struct effect x = {.p = p};
  struct env v, w;
  bool meet = c->pair.edge != PG_ALL;
  env_init (&v, p, c->slot, c->type);
  env_init (&w, p, meet ? c->pair.slot : c->slot, meet ? c->pair.type : c->type);
  const struct pg_edge *e = c->edge == PG_ALL ? NULL : &env_proc (&v)->edges[c->edge];
  const struct pg_edge *f = meet ? &env_proc (&w)->edges[c->pair.partner_edge] : NULL;
  if (meet)
    pass (&v, &w, &c->pair);
  else if (e) {
    follow (&v, e, 0);
    e = follow_chain (&v, e, way, out);
  } else
    env_fault (&v, LIT_TRUE);                       /* a d_step is blocked */
  if (p->last_cell != PG_ALL)
    cell_store (p, p->last_cell, LIT_TRUE, word_const (w.slot));
  out->fault = aig_or (p->g, v.fault, w.fault);
  out->hard = aig_or (p->g, v.hard, w.hard);
  out->resource = aig_or (p->g, v.resource, w.resource);
  out->beyond = aig_or (p->g, v.beyond, w.beyond);
  for (size_t i = 0; i < w.created.count && meet; i++)
    VEC_PUSH (v.created, w.created.data[i]);
  change_cells (&x);
  for (uint32_t s = 0; s < p->slots.count; s++)
    move_slot (&x, s, meet && s == c->pair.slot ? target (p, s, c->pair.type, f, false)
                      : s == c->slot ? e ? target (p, s, c->type, e, meet) : PG_ALL : PG_ALL, &v);
  overlay_clear (p);
  out->changes = x.changes.data;
  out->nchanges = (uint32_t) x.changes.count;
  env_release (&v);
  env_release (&w);
}

/* A step for each path of the candidate. */
static void
add_steps (struct parts *p, const struct candidate *a, uint32_t *choices)
{
  struct circuit *c = p->c;
  bool meet = a->pair.edge != PG_ALL;
  VEC (struct way) ways = {0};
  VEC_PUSH (ways, (struct way) {.count = 0});
  while (ways.count && !parts_over (p)) {
    struct way way = ways.data[--ways.count];
    struct step s = {.slot = a->slot, .type = a->type, .edge = a->edge, .inside = a->inside, .choice = *choices,
                     .partner = meet ? a->pair.slot : PG_ALL, .partner_type = a->pair.type, .partner_edge = a->pair.partner_edge};
    lit turn = aig_or (p->g, c->observable, p->slots.data[a->slot].keeps);
    s.possible = aig_and (p->g, a->possible, turn);      /* the paths after a branch cover all cases */
    s.enabled = aig_and (p->g, a->enabled, turn);
    way.open = PG_ALL;
    execute (p, a, &way, &s);
    if (way.open == PG_ALL && s.enabled != LIT_FALSE) {
      VEC_PUSH (c->steps, s);
      ++*choices;
      continue;
    }
    mem_free (s.changes);
    mem_free (s.chain);
    if (s.enabled == LIT_FALSE)
      continue;
    uint32_t n = p->pg->procs[p->slots.data[a->slot].types.data[a->type].proc].locs[way.open].nedges 
                 + node_blocks (p, a->slot, a->type, way.open);
    way.count++;
    while (n-- > 0) {
      way.taken[way.count - 1] = n;
      VEC_PUSH (ways, way);
    }
  }
  VEC_FREE (ways);
}

void
steps_make (struct parts *p)
{
  struct candidates all = {0};
  struct circuit *c = p->c;
  uint32_t choices = 0;
  control_provided (p);
  look_everywhere (p, LIT_FALSE, &all);
  c->observable = nobody_keeps (p, &all);
  if (pg_uses (p->pg, USES_TIMEOUT))
    look_everywhere (p, aig_and (p->g, c->observable, nothing_enabled (p)), &all);
  for (size_t i = 0; i < all.list.count && !*p->refusal->what; i++) {
    const struct candidate *a = &all.list.data[i], *before = i ? a - 1 : a;
    if (a->slot != before->slot || a->type != before->type || a->loc != before->loc)
      choices = 0;
    add_steps (p, a, &choices);
  }
  VEC_FREE (all.list);
}
