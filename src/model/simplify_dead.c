/* Dead local variables are set to 0.
 *
 * Idea. A variable is live at a location if some path from there reads it before it is overwritten. If an edge leads to a
 * location at which a variable is not live but may differ from 0, `v = 0` is appended to the edge.
 * Source. Live variables, the textbook backward data-flow analysis; for state spaces: M. Bozga, J.-C. Fernandez, L. Ghirvu,
 * "State space reduction based on live variables analysis", SAS 1999. SPIN resets dead variables as well (spin -o1 disables
 * it).
 * Where we differ. A second, forward pass finds where a variable may differ from 0, so that each reset is done once, and
 * none inside a d_step. Parameters and small arrays are reset too, and variables that are dead from the start are cleared
 * after the initialisers.
 * Why that is sound. States that differ only in dead variables have the same future. Variables that are read from outside
 * (remote references, claims, xr and xs) are never reset, and those in a `provided` clause are live everywhere. Resets are
 * at the end of an edge, after its effects, in the frame of the process itself. */
#include <string.h>

#include "base/bits.h"
#include "model/simplify_parts.h"

enum { MOST_ELEMENTS = 64 };      /* limit on the elements of an array that is reset */

struct dead {
  struct visit visit;             /* adds what an expression reads to `reads` */
  struct pg_proc *p;
  uint32_t words;                 /* words of a set of variables */
  uint64_t *live, *dirty;         /* per location: may be read, may differ from 0 */
  uint64_t *fixed;                /* never reset */
  uint64_t *reads, *set;
};

static uint64_t *
at (const struct dead *d, uint64_t *sets, uint32_t loc)
{
  assert (loc <= 2 * d->p->nlocs);
  return sets + (size_t) loc * d->words;
}

static void
see_read (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct dead *d = context;
  (void) proc;
  if (e->op == E_LOAD && e->place->region == REGION_FRAME)
    bits_add (d->reads, e->place->var);
}

/* ---- backward: what is live ---- */

static void
kill (const struct dead *d, const struct pg_place *place)
{
  if (place->region == REGION_FRAME && !d->p->vars[place->var].ndims)
    bits_remove (d->set, place->var);
}

static void
act_backward (struct dead *d, struct pg_act *a)
{
  if (a->place)
    kill (d, a->place);
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
    if (a->msg->args[i].kind == ARG_STORE)
      kill (d, a->msg->args[i].place);
  memset (d->reads, 0, d->words * sizeof *d->reads);
  visit_act (&d->visit, a);
  bits_join (d->set, d->reads, d->words);
}

static void
find_live (struct dead *d)
{
  bool changed;
  do {
    changed = false;
    for (uint32_t i = d->p->nedges; i-- > 0;) {
      struct pg_edge *e = &d->p->edges[i];
      memset (d->set, 0, d->words * sizeof *d->set);
      if (e->dst != PG_ALL)
        bits_join (d->set, at (d, d->live, e->dst), d->words);
      for (uint32_t k = e->nacts; k-- > 0;)
        act_backward (d, &e->acts[k]);
      changed |= bits_join (at (d, d->live, e->src), d->set, d->words);
    }
  } while (changed);
}

/* ---- forward: what may differ from 0 ---- */

static void
write_forward (struct dead *d, const struct pg_place *place, bool zero)
{
  if (place->region == REGION_FRAME && (!zero || !d->p->vars[place->var].ndims))
    (zero ? bits_remove : bits_add) (d->set, place->var);
}

static void
act_forward (struct dead *d, const struct pg_act *a)
{
  if (a->place)
    write_forward (d, a->place, a->kind == ACT_ASSIGN && a->expr->op == E_CONST && !a->expr->value);
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
    if (a->msg->args[i].kind == ARG_STORE)
      write_forward (d, a->msg->args[i].place, false);
}

/* Computes in `set` what may differ from 0 after the edge's own actions. */
static void
edge_forward (struct dead *d, const struct pg_edge *e)
{
  memcpy (d->set, at (d, d->dirty, e->src), d->words * sizeof *d->set);
  for (uint32_t k = 0; k < e->nacts; k++)
    act_forward (d, &e->acts[k]);
}

/* Moves the variables to be reset on the path to loc from `set` to `reads`. */
static void
split_resets (struct dead *d, uint32_t loc)
{
  const uint64_t *live = at (d, d->live, loc);
  for (uint32_t w = 0; w < d->words; w++) {
    d->reads[w] = d->set[w] & ~live[w] & ~d->fixed[w];
    d->set[w] &= ~d->reads[w];
    assert (!(d->reads[w] & (live[w] | d->fixed[w])));
  }
}

static bool
is_observable (const struct pg_edge *e)
{
  return e->dst != PG_ALL && !(e->flags & EDGE_DSTEP);
}

static void
initial_forward (struct dead *d)
{
  memset (d->set, 0, d->words * sizeof *d->set);
  for (uint32_t v = 0; v < d->p->nparams; v++)
    bits_add (d->set, v);
  for (uint32_t i = 0; i < d->p->ninit; i++)
    act_forward (d, &d->p->init[i]);
}

static void
find_dirty (struct dead *d)
{
  initial_forward (d);
  split_resets (d, d->p->start);
  bits_join (at (d, d->dirty, d->p->start), d->set, d->words);
  bool changed;
  do {
    changed = false;
    for (uint32_t i = 0; i < d->p->nedges; i++) {
      const struct pg_edge *e = &d->p->edges[i];
      if (e->dst == PG_ALL)
        continue;
      edge_forward (d, e);
      if (is_observable (e))
        split_resets (d, e->dst);
      changed |= bits_join (at (d, d->dirty, e->dst), d->set, d->words);
    }
  } while (changed);
}

/* ---- resets ---- */

static struct pg_act
reset_element (struct dead *d, uint32_t var, uint32_t element, struct pos pos)
{
  struct simplify *s = d->visit.s;
  const struct pg_var *v = &d->p->vars[var];
  assert (!s->watched[s->base[d->visit.proc] + var] && element < pg_var_elements (v));
  struct pg_place *place = ARENA_NEW (&s->pg->arena, struct pg_place);
  *place = (struct pg_place){.var = var, .region = REGION_FRAME, .nindex = v->ndims, .pos = pos};
  for (uint32_t k = v->ndims; k-- > 0; element /= v->dim[k])
    place->index[k] = simplify_const (s, (int32_t) (element % v->dim[k]), pos);
  return (struct pg_act){.kind = ACT_ASSIGN, .pos = pos, .place = place, .expr = simplify_const (s, 0, pos)};
}

/* Appends resets of the variables in `reads`. */
static void
append_resets (struct dead *d, struct pg_act **acts, uint32_t *nacts, struct pos pos)
{
  uint32_t more = 0, n = *nacts;
  for (uint32_t v = 0; v < d->p->nvars; v++)
    more += bits_has (d->reads, v) ? pg_var_elements (&d->p->vars[v]) : 0;
  if (!more)
    return;
  struct pg_act *all = arena_alloc (&d->visit.s->pg->arena, (n + more) * sizeof *all);
  if (n)
    memcpy (all, *acts, n * sizeof *all);
  for (uint32_t v = 0; v < d->p->nvars; v++)
    for (uint32_t i = 0; bits_has (d->reads, v) && i < pg_var_elements (&d->p->vars[v]); i++)
      all[n++] = reset_element (d, v, i, pos);
  assert (n == *nacts + more);
  *acts = all;
  *nacts = n;
}

static void
insert_resets (struct dead *d)
{
  initial_forward (d);
  split_resets (d, d->p->start);
  append_resets (d, &d->p->init, &d->p->ninit, d->p->pos);
  for (uint32_t i = 0; i < d->p->nedges; i++) {
    struct pg_edge *e = &d->p->edges[i];
    if (!is_observable (e))
      continue;
    edge_forward (d, e);
    split_resets (d, e->dst);
    append_resets (d, &e->acts, &e->nacts, e->pos);
  }
}

/* Variables that are never reset: large arrays, variables read from outside, and variables with a channel of their own,
 * whose number never changes and whose contents are shown in traces. */
static void
find_fixed (struct dead *d)
{
  const struct simplify *s = d->visit.s;
  memset (d->reads, 0, d->words * sizeof *d->reads);
  visit_expr (&d->visit, pg_provided (d->p));
  for (uint32_t v = 0; v < d->p->nvars; v++)
    if (bits_has (d->reads, v) ||
        s->watched[s->base[d->visit.proc] + v] || pg_var_elements (&d->p->vars[v]) > MOST_ELEMENTS)
      bits_add (d->fixed, v);
  for (uint32_t i = 0; i < d->p->ninit; i++)
    if (d->p->init[i].kind == ACT_NEW_CHAN)
      bits_add (d->fixed, d->p->init[i].place->var);
}

static void
reset_dead (struct simplify *s, uint32_t proc)
{
  struct pg_proc *p = &s->pg->procs[proc];
  struct dead d = {.visit = {.see = see_read, .s = s, .proc = proc}, .p = p, .words = (p->nvars + 63) / 64};
  uint64_t *sets = mem_zalloc ((2 * (size_t) p->nlocs + 3) * d.words * sizeof *sets);
  d.live = sets;
  d.dirty = at (&d, sets, p->nlocs);
  d.fixed = at (&d, sets, 2 * p->nlocs);
  d.reads = d.fixed + d.words;
  d.set = d.reads + d.words;
  find_fixed (&d);
  find_live (&d);
  find_dirty (&d);
  insert_resets (&d);
  mem_free (sets);
}

void
simplify_dead (struct simplify *s)
{
  for (uint32_t p = 0; p < s->pg->nprocs; p++)
    if (pg_runs (&s->pg->procs[p]) && s->pg->procs[p].nlocs && s->pg->procs[p].nvars)
      reset_dead (s, p);
}
