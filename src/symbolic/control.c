/* Which edges may be taken: executability of first actions, groups of `unless`, guards of a d_step that share a pick,
 * `else`, and partners of synchronous sends. The rules and their order are those of the executor (vm/enabled.c), including
 * its treatment of expressions that fail. */
#include "symbolic/parts.h"

lit
control_at (const struct parts *p, uint32_t slot, uint32_t type, uint32_t loc)
{
  const struct slot *s = &p->slots.data[slot];
  uint32_t plain = s->types.data[type].node[MODE_PLAIN][loc], atomic = s->types.data[type].node[MODE_ATOMIC][loc];
  return aig_or (p->g, plain == PG_ALL ? LIT_FALSE : s->nodes.data[plain].at, atomic == PG_ALL ? LIT_FALSE : s->nodes.data[atomic].at);
}

lit
control_at_dstep (const struct parts *p, uint32_t slot, uint32_t type, uint32_t loc)
{
  uint32_t n = p->slots.data[slot].types.data[type].node[MODE_DSTEP][loc];
  return n == PG_ALL ? LIT_FALSE : p->slots.data[slot].nodes.data[n].at;
}

static const struct pg_proc *
look_proc (const struct look *k)
{
  return &k->p->pg->procs[k->p->slots.data[k->slot].types.data[k->type].proc];
}

/* A send to a buffered channel, or to an invalid one. */
static lit
send_executable (struct env *v, const struct pg_act *a)
{
  struct aig *g = v->p->g;
  struct word number = expr_word (v, a->chan);
  lit yes = lit_not (channel_any (v, &number));
  for (size_t i = 0; i < v->p->channels.count; i++) {
    const struct channel *ch = &v->p->channels.data[i];
    if (!v->p->pg->chan_types[ch->type].capacity)
      continue;
    lit room = v->p->pg->lossy_send ? LIT_TRUE : aig_or (g, v->fault, lit_not (channel_full (v, ch)));
    yes = aig_or (g, yes, aig_and (g, channel_is (v, ch, &number), room));
  }
  return yes;
}

static lit
receive_executable (struct env *v, const struct pg_act *a)
{
  struct aig *g = v->p->g;
  struct word number = expr_word (v, a->chan);
  lit yes = lit_not (channel_any (v, &number)), path = v->path;
  for (size_t i = 0; i < v->p->channels.count; i++) {
    const struct channel *ch = &v->p->channels.data[i];
    lit meant = channel_is (v, ch, &number);
    if (meant == LIT_FALSE)
      continue;
    v->path = aig_and (g, path, meant);
    /* a synchronous receive is part of its sender's step; polling an empty rendezvous channel is an error */
    lit takes = v->p->pg->chan_types[ch->type].capacity ? channel_matches (v, ch, a->msg, NULL)
                                                        : a->msg->keep ? LIT_TRUE : LIT_FALSE;
    yes = aig_or (g, yes, aig_and (g, meant, takes));
  }
  v->path = path;
  return yes;
}

/* Everything but synchronous sends. `earlier`: an earlier edge may be taken; `inside` a d_step. */
static lit
edge_executable (const struct look *k, const struct pg_edge *e, lit earlier, bool inside)
{
  struct aig *g = k->p->g;
  const struct pg_act *a = &e->acts[0];
  struct env v;
  lit yes = LIT_TRUE;
  env_init (&v, k->p, k->slot, k->type);
  v.testing = true;
  v.timeout = k->timeout;
  switch (a->kind) {
  case ACT_GUARD: yes = expr_true (&v, a->expr); break;
  case ACT_SEND: yes = send_executable (&v, a); break;
  case ACT_RECV: yes = receive_executable (&v, a); break;
  case ACT_ELSE: yes = lit_not (earlier); break;
  case ACT_END:
    if (k->slot + 1 < k->p->slots.count)
      yes = lit_not (k->p->slots.data[k->slot + 1].alive);
    break;
  default: break;
  }
  if (a->kind == ACT_GUARD || a->kind == ACT_RECV || (a->kind == ACT_SEND && inside))
    yes = aig_or (g, yes, v.fault);
  env_release (&v);
  return yes;
}

/* ---- rendezvous ---- */

/* The receive edges at the partner's location that take the message, in the first group that has one. */
static lit
partners_at (const struct look *k, uint32_t edge, uint32_t channel, lit meant, const struct word *fields, struct look *partner,
             struct pairs *out)
{
  struct parts *p = k->p;
  struct aig *g = p->g;
  const struct pg_proc *q = look_proc (partner);
  const struct pg_loc *l = &q->locs[partner->loc];
  const struct channel *ch = &p->channels.data[channel];
  lit at = aig_and (g, aig_and (g, meant, control_at (p, partner->slot, partner->type, partner->loc)), p->slots.data[partner->slot].provided);
  lit found = LIT_FALSE, of_group = LIT_FALSE;      /* taken by an edge of an earlier group; of this group */
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges && at != LIT_FALSE; i++) {
    const struct pg_edge *f = &q->edges[i];
    const struct pg_act *a = &f->acts[0];
    if (i > l->first_edge && f->group != f[-1].group) {
      found = aig_or (g, found, of_group);
      of_group = LIT_FALSE;
    }
    if (a->kind != ACT_RECV || a->msg->keep)
      continue;
    struct env v;
    env_init (&v, p, partner->slot, partner->type);
    v.testing = true;
    v.timeout = k->timeout;
    struct word number = expr_word (&v, a->chan);
    lit takes = aig_and (g, word_is (g, &number, ch->number), message_takes (&v, ch, a->msg, fields));
    env_release (&v);
    takes = aig_and (g, aig_and (g, at, takes), lit_not (found));
    of_group = aig_or (g, of_group, takes);
    if (takes != LIT_FALSE)
      VEC_PUSH (out->list, (struct pair) {edge, partner->slot, partner->type, partner->loc, i, channel, takes});
  }
  return aig_or (g, found, of_group);
}

static lit
partners_of (const struct look *k, uint32_t edge, uint32_t channel, lit meant, const struct word *fields, struct pairs *out)
{
  struct parts *p = k->p;
  lit found = LIT_FALSE;
  for (uint32_t s = (uint32_t) p->slots.count; s-- > 0;) {
    const struct slot *slot = &p->slots.data[s];
    for (uint32_t t = 0; t < slot->types.count && s != k->slot; t++)
      for (uint32_t l = 0; l < p->pg->procs[slot->types.data[t].proc].nlocs; l++) {
        struct look partner = {.p = p, .slot = s, .type = t, .loc = l};
        if (slot->types.data[t].node[MODE_PLAIN][l] != PG_ALL || slot->types.data[t].node[MODE_ATOMIC][l] != PG_ALL)
          found = aig_or (p->g, found, partners_at (k, edge, channel, meant, fields, &partner, out));
      }
  }
  return found;
}

/* The pairs of a synchronous send; true: some receive takes it. */
static lit
send_pairs (const struct look *k, uint32_t edge, struct pairs *out)
{
  struct parts *p = k->p;
  const struct pg_act *a = &look_proc (k)->edges[edge].acts[0];
  struct env v;
  lit found = LIT_FALSE;
  env_init (&v, p, k->slot, k->type);
  v.testing = true;
  v.timeout = k->timeout;
  struct word number = expr_word (&v, a->chan);
  for (uint32_t i = 0; i < p->channels.count; i++) {
    const struct channel *ch = &p->channels.data[i];
    const struct pg_chan_type *t = &p->pg->chan_types[ch->type];
    lit meant = channel_is (&v, ch, &number);
    if (t->capacity || meant == LIT_FALSE)
      continue;
    struct word *fields = mem_alloc ((t->nfields + 1) * sizeof *fields);
    message_fields (&v, ch, a->msg, fields);
    for (uint32_t f = 0; f < t->nfields; f++)
      fields[f] = wrap_to_type (fields[f], &t->fields[f]);
    found = aig_or (p->g, found, partners_of (k, edge, i, meant, fields, out));
    mem_free (fields);
  }
  env_release (&v);
  return found;
}

/* ---- a location ---- */

void
control_look (const struct look *k, lit *may, struct pairs *pairs)
{
  struct aig *g = k->p->g;
  const struct pg_proc *q = look_proc (k);
  const struct pg_loc *l = &q->locs[k->loc];
  lit any = LIT_FALSE, before_group = LIT_FALSE, provided = k->p->slots.data[k->slot].provided;
  lit *picked = mem_alloc ((l->nedges + 1) * sizeof *picked);    /* the last executable edge before edge i with the same pick */
  for (uint32_t i = 0; i < l->nedges; i++)
    picked[i] = LIT_FALSE;
  for (uint32_t i = 0; i < l->nedges; i++) {
    const struct pg_edge *e = &q->edges[l->first_edge + i];
    if (i && e->group != e[-1].group)
      before_group = any;
    lit open = aig_and (g, aig_and (g, lit_not (before_group), provided), e->pick ? lit_not (picked[i]) : LIT_TRUE);
    size_t first = pairs->list.count;
    lit alone = aig_and (g, open, edge_executable (k, e, any, false)), yes = alone;
    if (e->acts[0].kind == ACT_SEND)
      yes = aig_or (g, yes, aig_and (g, open, send_pairs (k, l->first_edge + i, pairs)));
    for (size_t j = first; j < pairs->list.count; j++)
      pairs->list.data[j].enabled = aig_and (g, pairs->list.data[j].enabled, open);
    may[i] = alone;
    any = aig_or (g, any, yes);
    for (uint32_t j = i + 1; j < l->nedges; j++)
      picked[j] = aig_mux (g, yes, q->edges[l->first_edge + j].pick == e->pick ? LIT_TRUE : LIT_FALSE, picked[j]);
  }
  mem_free (picked);
}

void
control_look_dstep (const struct look *k, lit *may)
{
  struct aig *g = k->p->g;
  const struct pg_proc *q = look_proc (k);
  const struct pg_loc *l = &q->locs[k->loc];
  lit any = LIT_FALSE;
  for (uint32_t i = 0; i < l->nedges; i++) {
    may[i] = aig_and (g, lit_not (any), edge_executable (k, &q->edges[l->first_edge + i], LIT_FALSE, true));
    any = aig_or (g, any, may[i]);
  }
}

/* Clauses are evaluated once per process: they hold for all its locations. */
void
control_provided (struct parts *p)
{
  for (uint32_t s = 0; s < p->slots.count; s++) {
    struct slot *slot = &p->slots.data[s];
    for (uint32_t t = 0; t < slot->types.count; t++) {
      const struct pg_proc *q = &p->pg->procs[slot->types.data[t].proc];
      struct env v;
      if (!pg_provided (q))
        continue;
      env_init (&v, p, s, t);
      lit holds = expr_true (&v, pg_provided (q));
      if (v.fault != LIT_FALSE)
        refuse (p, pg_provided (q)->pos, "a provided clause whose evaluation can fail");
      slot->provided = aig_and (p->g, slot->provided, aig_or (p->g, lit_not (slot->types.data[t].is), holds));
      env_release (&v);
    }
  }
}
