/* Which channels a variable may name.
 *
 * Idea. Channels flow through assignments, parameters of run and messages; the sets grow up to a fixpoint, independently of
 * the order of statements.
 * Source. L. O. Andersen, "Program Analysis and Specialization for the C Programming Language", PhD thesis, University of
 * Copenhagen 1994, chapter 4 (inclusion-based points-to analysis).
 * Where we differ. A message field is identified by the type of its channel and its position. A value that does not come
 * from a channel variable may be any channel.
 * Why that is sound. Every write to a channel variable adds everything that it may store. Setting a variable to 0 (no
 * channel: dead variables are reset) adds nothing. */
#include <assert.h>
#include <string.h>

#include "model/facts.h"

void
walk_program (const struct facts *f, see_fn *see, void *context)
{
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    const struct pg_proc *proc = &f->pg->procs[p];
    if (!pg_runs (proc))
      continue;
    walk_expr (pg_provided (proc), p, see, context);
    for (uint32_t e = 0; e < proc->nedges; e++)
      for (uint32_t a = 0; a < proc->edges[e].nacts; a++)
        walk_act (&proc->edges[e].acts[a], p, see, context);
  }
  for (uint32_t i = 0; i < f->nvisible; i++)
    walk_expr (f->visible[i], PG_ALL, see, context);
}

/* ---- flow ---- */

struct flow {
  struct facts *f;
  uint64_t **fields;              /* per channel type and position: sites */
  uint32_t *first_field;          /* per channel type */
  uint64_t *scratch;
  bool changed;
};

static uint32_t
var_number (const struct facts *f, uint32_t proc, const struct pg_place *place)
{
  uint32_t v = place->var + (place->region == REGION_GLOBAL ? 0 : f->var_base[proc]);
  assert (v < f->nvars && (place->region == REGION_GLOBAL) == (v < f->pg->nvars));
  return v;
}

static const struct pg_var *
var_of (const struct facts *f, uint32_t proc, const struct pg_place *place)
{
  return (place->region == REGION_GLOBAL ? f->pg->vars : f->pg->procs[proc].vars) + place->var;
}

static bool
is_channel (const struct facts *f, uint32_t proc, const struct pg_place *place)
{
  return var_of (f, proc, place)->type.kind == PG_CHAN;
}

static bool
is_zero (const struct pg_expr *e)
{
  return e && e->op == E_CONST && !e->value;
}

void
facts_sites (const struct facts *f, uint32_t proc, const struct pg_expr *e, uint64_t *sites)
{
  if (is_zero (e))
    return;
  if (e->op != E_LOAD || !is_channel (f, proc, e->place)) {
    for (uint32_t i = 0; i < f->nsites; i++)
      bits_add (sites, i);
    return;
  }
  uint32_t v = var_number (f, proc, e->place);
  uint32_t element = pg_place_element (var_of (f, proc, e->place), e->place);
  if (v < f->pg->nvars && f->channel[v] && element != PG_ALL) {
    assert (f->kept[v] && f->channel[v][element] <= f->nchans);
    if (f->channel[v][element])
      bits_add (sites, f->channel[v][element] - 1);
  } else
    bits_join (sites, f->points_to[v], f->site_words);
}

uint32_t
facts_kept_var (const struct facts *f, uint32_t proc, const struct pg_expr *e)
{
  if (e->op != E_LOAD || e->place->region == REGION_GLOBAL || !is_channel (f, proc, e->place))
    return PG_ALL;
  return f->kept[var_number (f, proc, e->place)] ? e->place->var : PG_ALL;
}

bool
facts_steady (const struct facts *f, uint32_t proc, const struct pg_expr *chan)
{
  if (facts_kept_var (f, proc, chan) != PG_ALL && !chan->place->nindex)
    return true;
  if (chan->op != E_LOAD || chan->place->region != REGION_GLOBAL || !f->channel[chan->place->var])
    return false;
  for (uint8_t k = 0; k < chan->place->nindex; k++)
    if (chan->place->index[k]->op != E_CONST)
      return false;
  return true;
}

bool
facts_maybe_rendezvous (const struct facts *f, uint32_t proc, const struct pg_expr *chan)
{
  uint64_t *sites = mem_zalloc (f->site_words * 8);
  bool yes = false;
  facts_sites (f, proc, chan, sites);
  assert (!bits_has (sites, f->nsites));
  for (uint32_t i = 0; i < f->nsites && !yes; i++)
    yes = bits_has (sites, i) && !f->pg->chan_types[f->site_type[i]].capacity;
  mem_free (sites);
  return yes;
}

static void
flow_to (struct flow *w, uint64_t *to, uint32_t proc, const struct pg_expr *e)
{
  memset (w->scratch, 0, w->f->site_words * 8);
  facts_sites (w->f, proc, e, w->scratch);
  assert (to != w->scratch);
  w->changed |= bits_join (to, w->scratch, w->f->site_words);
}

/* Flow through a message: into the fields of every channel type that it may have, or out of them. */
static void
flow_message (struct flow *w, uint32_t proc, const struct pg_act *a)
{
  struct facts *f = w->f;
  uint64_t *sites = mem_zalloc (f->site_words * 8);
  facts_sites (f, proc, a->chan, sites);
  for (uint32_t s = 0; s < f->nsites; s++) {
    uint32_t type = f->site_type[s];
    assert (type < f->pg->nchan_types);
    for (uint32_t i = 0; bits_has (sites, s) && i < a->msg->nargs && i < f->pg->chan_types[type].nfields; i++) {
      const struct pg_arg *arg = &a->msg->args[i];
      uint64_t *field = w->fields[w->first_field[type] + i];
      if (a->kind == ACT_SEND)
        flow_to (w, field, proc, arg->expr);
      else if (arg->kind == ARG_STORE && is_channel (f, proc, arg->place))
        w->changed |= bits_join (f->points_to[var_number (f, proc, arg->place)], field, f->site_words);
    }
  }
  mem_free (sites);
}

static void
flow_run (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct flow *w = context;
  if (e->op != E_RUN)
    return;
  assert (e->proc < w->f->pg->nprocs);
  const struct pg_proc *p = &w->f->pg->procs[e->proc];
  for (uint32_t i = 0; i < e->nargs && i < p->nparams; i++)
    if (p->vars[i].type.kind == PG_CHAN)
      flow_to (w, w->f->points_to[w->f->var_base[e->proc] + i], proc, e->args[i]);
}

static void
flow_act (struct flow *w, uint32_t proc, const struct pg_act *a)
{
  struct facts *f = w->f;
  if (a->kind == ACT_SEND || a->kind == ACT_RECV)
    flow_message (w, proc, a);
  if (a->kind == ACT_ASSIGN && is_channel (f, proc, a->place))
    flow_to (w, f->points_to[var_number (f, proc, a->place)], proc, a->expr);
  if (a->kind == ACT_NEW_CHAN && proc != PG_ALL)
    bits_add (f->points_to[var_number (f, proc, a->place)], f->nchans + a->chan_type);
  walk_act (a, proc, flow_run, w);
}

static void
flow_all (struct flow *w)
{
  const struct pg *pg = w->f->pg;
  for (uint32_t i = 0; i < pg->ninit; i++)
    flow_act (w, PG_ALL, &pg->init[i]);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    const struct pg_proc *proc = &pg->procs[p];
    for (uint32_t i = 0; i < proc->ninit; i++)
      flow_act (w, p, &proc->init[i]);
    for (uint32_t e = 0; e < proc->nedges && pg_runs (proc); e++)
      for (uint32_t a = 0; a < proc->edges[e].nacts; a++)
        flow_act (w, p, &proc->edges[e].acts[a]);
  }
}

/* ---- variables with a constant channel ---- */

static void
not_kept (struct facts *f, uint32_t proc, const struct pg_place *place)
{
  assert (place);
  f->kept[var_number (f, proc, place)] = false;
}

static void
find_kept (struct facts *f)
{
  memset (f->kept, true, f->nvars);
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    const struct pg_proc *proc = &f->pg->procs[p];
    for (uint32_t i = 0; i < proc->ninit; i++)
      f->fresh[var_number (f, p, proc->init[i].place)] = true;
    for (uint32_t i = 0; i < proc->ninit; i++)
      if (proc->init[i].kind != ACT_NEW_CHAN)
        f->fresh[var_number (f, p, proc->init[i].place)] = false;
    for (uint32_t e = 0; e < proc->nedges && pg_runs (proc); e++)
      for (uint32_t k = 0; k < proc->edges[e].nacts; k++) {
        const struct pg_act *a = &proc->edges[e].acts[k];
        if (a->kind == ACT_NEW_CHAN || (a->kind == ACT_ASSIGN && !is_zero (a->expr)))
          not_kept (f, p, a->place);
        for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
          if (a->msg->args[i].kind == ARG_STORE)
            not_kept (f, p, a->msg->args[i].place);
      }
  }
}

/* Channels of the initial state are numbered in the order of their creation. */
static void
find_channels (struct facts *f)
{
  const struct pg *pg = f->pg;
  uint32_t id = 0;
  f->site_type = arena_alloc (&f->arena, f->nsites * sizeof *f->site_type);
  for (uint32_t t = 0; t < pg->nchan_types; t++)
    f->site_type[f->nchans + t] = t;
  f->channel = arena_alloc (&f->arena, (pg->nvars + 1) * sizeof *f->channel);
  for (uint32_t i = 0; i < pg->ninit; i++) {
    if (pg->init[i].kind != ACT_NEW_CHAN)
      continue;
    const struct pg_place *place = pg->init[i].place;
    const struct pg_var *v = &pg->vars[place->var];
    uint32_t element = pg_place_element (v, place);
    f->site_type[id] = pg->init[i].chan_type;
    assert (id < f->nchans && place->region == REGION_GLOBAL);
    bits_add (f->points_to[place->var], id++);
    if (!f->kept[place->var] || element == PG_ALL)
      continue;
    if (!f->channel[place->var])
      f->channel[place->var] = arena_alloc (&f->arena, pg_var_elements (v) * sizeof (uint32_t));
    f->channel[place->var][element] = id;
  }
  for (uint32_t i = 0; i < pg->ninit; i++)
    if (pg->init[i].kind == ACT_ASSIGN)
      f->channel[pg->init[i].place->var] = NULL;
  assert (id == f->nchans);
}

void
facts_points_to (struct facts *f)
{
  const struct pg *pg = f->pg;
  struct flow w = {.f = f};
  f->var_base = arena_alloc (&f->arena, (pg->nprocs + 1) * sizeof *f->var_base);
  f->nvars = pg->nvars;
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    f->var_base[p] = f->nvars;
    f->nvars += pg->procs[p].nvars;
  }
  for (uint32_t i = 0; i < pg->ninit; i++)
    f->nchans += pg->init[i].kind == ACT_NEW_CHAN;
  f->nsites = f->nchans + pg->nchan_types;
  f->site_words = (uint32_t) bits_words (f->nsites);
  f->kept = arena_alloc (&f->arena, f->nvars + 1);
  f->fresh = arena_alloc (&f->arena, f->nvars + 1);
  f->points_to = arena_alloc (&f->arena, (f->nvars + 1) * sizeof *f->points_to);
  for (uint32_t v = 0; v < f->nvars; v++)
    f->points_to[v] = arena_alloc (&f->arena, f->site_words * 8);
  find_kept (f);
  find_channels (f);
  uint32_t nfields = 0;
  w.first_field = arena_alloc (&f->arena, (pg->nchan_types + 1) * sizeof *w.first_field);
  for (uint32_t t = 0; t < pg->nchan_types; t++) {
    w.first_field[t] = nfields;
    nfields += pg->chan_types[t].nfields;
  }
  w.fields = arena_alloc (&f->arena, (nfields + 1) * sizeof *w.fields);
  for (uint32_t i = 0; i < nfields; i++)
    w.fields[i] = arena_alloc (&f->arena, f->site_words * 8);
  w.scratch = arena_alloc (&f->arena, f->site_words * 8);
  do {
    w.changed = false;
    flow_all (&w);
  } while (w.changed);
}
