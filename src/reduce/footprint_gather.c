/* Templates of what the steps from a location access. */
#include "reduce/footprint_parts.h"

#define ALL_CHANGED UINT64_MAX

struct gather {
  struct footprint *fp;
  struct inspector *inspector;
  uint32_t proc;
  struct templates *to;
  uint64_t changed;               /* the process's own variables that the step may have changed before */
  bool guard;
  const struct lock_place *acquire;   /* what the step locks, or NULL */
  bool surely;                    /* every step from the location executes what is gathered now */
  enum access_how lock;           /* ACCESS_LOCK or ACCESS_UNLOCK for a lock operation; else ACCESS_READ */
};

static uint64_t
var_bit (uint32_t var)
{
  return (uint64_t) 1 << (var < 63 ? var : 63);
}

static bool
is_steady (const struct gather *g, const struct pg_expr *e)
{
  if (!e)
    return true;
  switch (e->op) {
  case E_CONST: return true;
  case E_PID: return g->changed != ALL_CHANGED;
  case E_LOAD:
    if (e->place->region == REGION_GLOBAL
        || (g->changed & var_bit (e->place->var)))
      return false;
    for (uint8_t k = 0; k < e->place->nindex; k++)
      if (!is_steady (g, e->place->index[k]))
        return false;
    return true;
  default:
    return e->op >= E_NEG && e->op <= E_COND && is_steady (g, e->kid[0]) && is_steady (g, e->kid[1]) && is_steady (g, e->kid[2]);
  }
}

static void
compile (const struct gather *g, struct template *t, struct pg_expr *const *list, uint8_t n)
{
  struct inspector *v = g->inspector;
  assert (t->steady && !t->index);
  t->nindex = n;
  t->index = mem_alloc ((n + 1u) * sizeof *t->index);
  for (uint8_t k = 0; k < n; k++)
    t->index[k] = v->class->compile (v, list[k], &g->fp->f->pg->procs[g->proc]);
}

static void
touch_table (struct gather *g, enum access_how how)
{
  VEC_PUSH (g->to->list, (struct template){.kind = TABLE, .how = (uint8_t) how, .guard = g->guard});
}

static void
touch_cell (struct gather *g, const struct pg_place *place, enum access_how how)
{
  const struct facts *f = g->fp->f;
  if (place->region != REGION_GLOBAL || f->object[place->var] == PG_ALL)
    return;
  struct template t = {.kind = CELL, .how = (uint8_t) how, .guard = g->guard, .steady = true, .var = place->var};
  for (uint8_t k = 0; k < place->nindex; k++)
    t.steady &= is_steady (g, place->index[k]);
  if (t.steady)
    compile (g, &t, place->index, place->nindex);
  if (t.steady && ((g->lock == ACCESS_LOCK && place->var == g->acquire->place->var)
                   || (g->lock == ACCESS_UNLOCK && how == ACCESS_WRITE)))
    t.how = (uint8_t) g->lock;
  assert ((t.how != ACCESS_LOCK && t.how != ACCESS_UNLOCK) || (g->fp->locks && g->fp->locks->is_lock[place->var]));
  VEC_PUSH (g->to->list, t);
}

/* Whether a global variable always denotes the same channel, so that it counts as a constant. */
static bool
names_steadily (const struct gather *g, const struct pg_expr *chan)
{
  const struct facts *f = g->fp->f;
  if (is_steady (g, chan))
    return true;
  if (chan->op != E_LOAD || chan->place->region != REGION_GLOBAL || !f->channel[chan->place->var])
    return false;
  for (uint8_t k = 0; k < chan->place->nindex; k++)
    if (!is_steady (g, chan->place->index[k]))
      return false;
  return true;
}

static void
touch_channel (struct gather *g, struct pg_expr *chan, enum access_how how)
{
  struct template t = {.kind = CHANNEL, .how = (uint8_t) how, .guard = g->guard, .type = g->proc, .chan = chan,
                       .steady = names_steadily (g, chan)};
  if (t.steady)
    compile (g, &t, &chan, 1);
  else
    g->fp->vague = chan;
  VEC_PUSH (g->to->list, t);
}

static void read_expr (struct gather *, const struct pg_expr *);

static void
read_place (struct gather *g, const struct pg_place *place)
{
  for (uint8_t k = 0; place && k < place->nindex; k++)
    read_expr (g, place->index[k]);
}

static void
read_msg (struct gather *g, const struct pg_msg *m)
{
  for (uint32_t i = 0; m && i < m->nargs; i++) {
    read_expr (g, m->args[i].expr);
    read_place (g, m->args[i].place);
  }
}

/* The initial values of a new process are computed when it is started. */
static void
read_started (struct gather *g, uint32_t proc)
{
  const struct pg_proc *started = &g->fp->f->pg->procs[proc];
  struct gather own = *g;
  own.proc = proc;
  own.changed = ALL_CHANGED;
  for (uint32_t i = 0; i < started->ninit; i++) {
    read_expr (&own, started->init[i].expr);
    read_place (&own, started->init[i].place);
  }
}

static void
read_expr (struct gather *g, const struct pg_expr *e)
{
  if (!e)
    return;
  for (int k = 0; k < 3; k++)
    read_expr (g, e->kid[k]);
  for (uint32_t i = 0; i < e->nargs; i++)
    read_expr (g, e->args[i]);
  read_place (g, e->place);
  read_msg (g, e->msg);
  switch (e->op) {
  case E_LOAD:
    touch_cell (g, e->place, ACCESS_READ);
    break;
  case E_LEN: case E_EMPTY: case E_FULL: case E_NEMPTY: case E_NFULL: case E_POLL:
    touch_channel (g, e->kid[0], ACCESS_READ);
    break;
  case E_RUN:
    read_started (g, e->proc);
    touch_table (g, ACCESS_WRITE);
    break;
  case E_NR_PR:
    touch_table (g, ACCESS_READ);
    break;
  default:
    break;
  }
}

static void
write_place (struct gather *g, const struct pg_place *place)
{
  touch_cell (g, place, ACCESS_WRITE);
  if (place->region == REGION_FRAME)
    g->changed |= var_bit (place->var);
}

/* Fields are stored one after the other, so an index may use a field that was stored before. */
static void
store_msg (struct gather *g, const struct pg_msg *m)
{
  for (uint32_t i = 0; i < m->nargs; i++)
    if (m->args[i].kind == ARG_STORE) {
      read_place (g, m->args[i].place);
      write_place (g, m->args[i].place);
    }
}

/* Reads that decide whether the statement is executable come first. */
static void
gather_act (struct gather *g, const struct pg_act *a, bool first)
{
  bool talks = a->kind == ACT_SEND || a->kind == ACT_RECV;
  assert (!talks || (a->chan && a->msg));
  assert (a->kind != ACT_ASSIGN || (a->place && a->expr));
  g->lock = ACCESS_READ;
  if (g->acquire && (a == g->acquire->guard || a == g->acquire->assign))
    g->lock = ACCESS_LOCK;
  else if (g->surely && g->fp->locks && locks_released (g->fp->locks, a))
    g->lock = ACCESS_UNLOCK;
  g->guard = first;
  if (talks) {
    read_expr (g, a->chan);
    touch_channel (g, a->chan, a->kind == ACT_RECV && a->msg->keep ? ACCESS_READ : ACCESS_WRITE);
  }
  if (a->kind == ACT_GUARD || a->kind == ACT_RECV)
    read_expr (g, a->expr);
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
    read_expr (g, a->msg->args[i].expr);
  if (a->kind == ACT_END)
    touch_table (g, ACCESS_WRITE);
  g->guard = false;
  if (talks && pg_promela (g->fp->f->pg)->nexclusives)
    touch_table (g, ACCESS_READ);
  if (a->kind == ACT_SEND)
    read_msg (g, a->msg);
  if (a->kind == ACT_RECV)
    store_msg (g, a->msg);
  else if (a->kind != ACT_GUARD)
    read_expr (g, a->expr);
  for (uint32_t i = 0; i < a->nargs; i++)
    read_expr (g, a->args[i]);
  read_place (g, a->place);
  if (a->kind == ACT_ASSIGN)
    write_place (g, a->place);
  g->lock = ACCESS_READ;
}

/* ---- locations ---- */

static bool
never_waits (const struct pg_edge *e)
{
  assert (e->nacts);
  switch (e->acts[0].kind) {
  case ACT_SEND: case ACT_RECV: case ACT_END: return false;
  case ACT_GUARD: return e->acts[0].expr->op == E_RUN || (e->acts[0].expr->op == E_CONST && e->acts[0].expr->value);
  default: return true;
  }
}

/* The process's own variables that an edge may change. */
static uint64_t
changed_by (struct gather *g, const struct pg_edge *e)
{
  struct templates scratch = {0};
  struct gather own = {.fp = g->fp, .inspector = g->inspector, .proc = g->proc, .to = &scratch};
  for (uint32_t a = 0; a < e->nacts; a++)
    gather_act (&own, &e->acts[a], false);
  for (size_t i = 0; i < scratch.list.count; i++)
    mem_free (scratch.list.data[i].index);
  VEC_FREE (scratch.list);
  assert (!scratch.blocks && own.proc == g->proc);
  return own.changed;
}

/* Finds the locations inside the step, and which variables may have changed before each of them, up to a fixpoint. */
static void
spread (struct gather *g, uint32_t start, uint64_t *changed, bool *inside)
{
  const struct pg_proc *p = &g->fp->f->pg->procs[g->proc];
  VEC (uint32_t) todo = {0};
  VEC_PUSH (todo, start);
  for (size_t i = 0; i < todo.count; i++) {
    uint32_t from = todo.data[i];
    uint64_t before = i ? changed[from] : 0;
    assert (from < p->nlocs && (!i || inside[from]));
    for (uint32_t k = 0; k < p->locs[from].nedges; k++) {
      const struct pg_edge *e = &p->edges[p->locs[from].first_edge + k];
      if (!e->flags || e->dst == PG_ALL)
        continue;
      uint64_t after = before | changed_by (g, e);
      if (inside[e->dst] && !(after & ~changed[e->dst]))
        continue;
      inside[e->dst] = true;
      changed[e->dst] |= after;
      assert (!(before & ~changed[e->dst]));
      VEC_PUSH (todo, e->dst);
    }
  }
  VEC_FREE (todo);
}

static void
gather_edges (struct gather *g, uint32_t loc, uint64_t changed, bool first)
{
  const struct pg_proc *p = &g->fp->f->pg->procs[g->proc];
  g->surely = first && p->locs[loc].nedges == 1;
  for (uint32_t k = 0; k < p->locs[loc].nedges; k++) {
    const struct pg_edge *e = &p->edges[p->locs[loc].first_edge + k];
    g->changed = changed;
    for (uint32_t a = 0; a < e->nacts; a++)
      gather_act (g, &e->acts[a], first && a == 0);
  }
  g->guard = first;
  g->changed = changed;
  read_expr (g, pg_provided (p));
  g->guard = false;
}

void
footprint_gather (struct footprint *fp, struct inspector *inspector, uint32_t proc, uint32_t loc)
{
  const struct pg_proc *p = &fp->f->pg->procs[proc];
  const struct pg_loc *l = &p->locs[loc];
  assert (loc < p->nlocs && !fp->of[proc][loc].list.count);
  struct gather g = {.fp = fp, .inspector = inspector, .proc = proc, .to = &fp->of[proc][loc]};
  uint64_t *changed = mem_zalloc ((p->nlocs + 1) * sizeof *changed);
  bool *inside = mem_zalloc (p->nlocs + 1);
  g.acquire = fp->locks ? locks_acquired (fp->locks, proc, loc) : NULL;
  for (uint8_t k = 0; g.acquire && k < g.acquire->place->nindex; k++)
    if (!is_steady (&g, g.acquire->place->index[k]))
      g.acquire = NULL;
  g.to->blocks = true;
  for (uint32_t k = 0; k < l->nedges && !pg_provided (p); k++)
    if (p->edges[l->first_edge + k].group == PG_OWN && never_waits (&p->edges[l->first_edge + k]))
      g.to->blocks = false;
  g.to->over = fp->silent_ends && l->nedges == 1 && p->edges[l->first_edge].acts[0].kind == ACT_END;
  spread (&g, loc, changed, inside);
  gather_edges (&g, loc, 0, true);
  for (uint32_t i = 0; i < p->nlocs; i++)
    if (inside[i])
      gather_edges (&g, i, changed[i], false);
  mem_free (changed);
  mem_free (inside);
}
