/* Footprints of next steps.
 *
 * Idea. Before the search each location gets a list of templates: variables with their index expressions, channels with the
 * expressions that denote them, the process table. In a state, indices and channels are evaluated.
 * Source. The accesses of C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL
 * 2005, section 4.2: each transition operates on objects that its thread's local state determines.
 * Where we differ. A statement may access several objects and wait for several; an atomic sequence or d_step is one step,
 * with all that it may access.
 * Why that is sound. An index is evaluated only if it reads variables of the process itself, and none that the step may
 * have changed before the access: then it has the same value at the access. In all other cases all elements, or all
 * channels, are taken. */
#include "reduce/footprint_parts.h"

struct footprint *
footprint_new (const struct facts *f, struct inspector *inspector, const struct locks *locks, bool silent_ends)
{
  struct footprint *fp = mem_zalloc (sizeof *fp);
  *fp = (struct footprint) {.f = f, .locks = locks, .silent_ends = silent_ends};
  fp->of = mem_zalloc ((f->pg->nprocs + 1) * sizeof *fp->of);
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    fp->of[p] = mem_zalloc ((f->pg->procs[p].nlocs + 1) * sizeof **fp->of);
    for (uint32_t l = 0; l < f->pg->procs[p].nlocs && pg_runs (&f->pg->procs[p]); l++)
      footprint_gather (fp, inspector, p, l);
  }
  return fp;
}

void
footprint_free (struct footprint *fp)
{
  if (!fp)
    return;
  for (uint32_t p = 0; p < fp->f->pg->nprocs; p++) {
    for (uint32_t l = 0; l < fp->f->pg->procs[p].nlocs; l++) {
      for (size_t i = 0; i < fp->of[p][l].list.count; i++)
        mem_free (fp->of[p][l].list.data[i].index);
      VEC_FREE (fp->of[p][l].list);
    }
    mem_free (fp->of[p]);
  }
  mem_free (fp->of);
  mem_free (fp);
}

/* ---- in a state ---- */

bool
footprint_cell (uint64_t name, uint32_t *var, uint32_t *element)
{
  *var = (uint32_t) (name >> 24);
  *element = (uint32_t) name & 0xffffff;
  return name >> 56 == CELL;
}

static uint64_t
object (enum object_kind kind, uint32_t what, uint32_t element)
{
  assert (element < 1u << 24);
  return (uint64_t) kind << 56 | (uint64_t) what << 24 | element;
}

/* Adds an access. An object that is accessed in two different ways counts as written. Guards come first in every list. */
static void
add (struct touched *out, uint64_t name, const struct template *t)
{
  assert (t->how < ACCESS_HOWS);
  for (size_t i = 0; i < out->access.count; i++)
    if (out->access.data[i].object == name) {
      if (t->how != out->access.data[i].how)
        out->access.data[i].how = ACCESS_WRITE;
      return;
    }
  VEC_PUSH (out->access, (struct access) {.object = name, .mask = 0xff, .how = t->how});
}

static void
add_cells (const struct footprint *fp, struct inspector *v, uint32_t pid, const struct template *t, struct touched *out)
{
  const struct pg_var *var = &fp->f->pg->vars[t->var];
  uint32_t n = pg_var_elements (var), element = 0;
  bool known = t->steady;
  assert (n && (!known || t->nindex == var->ndims));
  if (n > WHOLE) {
    add (out, object (CELL, t->var, 0), t);
    return;
  }
  for (uint8_t k = 0; k < t->nindex && known; k++) {
    int32_t i = v->class->eval (v, pid, t->index[k]);
    known = i >= 0 && (uint32_t) i < var->dim[k];
    element = element * var->dim[k] + (uint32_t) i;
  }
  assert (!known || element < n);
  for (uint32_t i = known ? element : 0; i < (known ? element + 1 : n); i++)
    add (out, object (CELL, t->var, i), t);
}

static void
add_channels (const struct footprint *fp, struct inspector *v, uint32_t pid, const struct template *t, struct touched *out)
{
  assert (t->chan && (!t->steady || t->nindex == 1));
  if (t->steady) {
    add (out, object (CHANNEL, (uint32_t) v->class->eval (v, pid, t->index[0]), 0), t);
    return;
  }
  uint64_t *sites = mem_zalloc (fp->f->site_words * 8);
  facts_sites (fp->f, t->type, t->chan, sites);
  for (uint32_t id = 1; id <= v->nchans; id++) {
    struct inspector_chan c;
    v->class->channel (v, id, &c);
    if (bits_has (sites, id <= fp->f->nchans ? id - 1 : fp->f->nchans + c.type))
      add (out, object (CHANNEL, id, 0), t);
  }
  mem_free (sites);
}

/* The end of a process removes its channels: adds an access to each. */
static void
add_owned (const struct footprint *fp, struct inspector *v, uint32_t pid, const struct template *t, struct touched *out)
{
  for (uint32_t id = fp->f->nchans + 1; id <= v->nchans; id++) {
    struct inspector_chan c;
    v->class->channel (v, id, &c);
    if (c.owner == pid)
      add (out, object (CHANNEL, id, 0), t);
  }
}

void
footprint_of (const struct footprint *fp, struct inspector *v, uint32_t pid, struct touched *out)
{
  uint32_t type, location;
  v->class->process (v, pid, &type, &location);
  assert (type < fp->f->pg->nprocs && location < fp->f->pg->procs[type].nlocs);
  const struct templates *all = &fp->of[type][location];
  const struct pg_loc *l = &fp->f->pg->procs[type].locs[location];
  bool ends = l->nedges && fp->f->pg->procs[type].edges[l->first_edge].acts[0].kind == ACT_END;
  out->access.count = 0;
  out->blocks = all->blocks;
  for (int guard = 1; guard >= 0; guard--) {
    for (size_t i = 0; i < all->list.count; i++) {
      const struct template *t = &all->list.data[i];
      if (t->guard != guard)
        continue;
      if (t->kind == CELL)
        add_cells (fp, v, pid, t, out);
      else if (t->kind == CHANNEL)
        add_channels (fp, v, pid, t, out);
      else
        add (out, object (TABLE, 0, 0), t);
    }
    if (guard)
      out->nguards = (uint32_t) out->access.count;
    else if (ends)
      add_owned (fp, v, pid, &(struct template) {.how = ACCESS_WRITE}, out);
  }
  assert (out->nguards <= out->access.count && (!all->over || ends));
}

bool
footprint_is_over (const struct footprint *fp, uint32_t type, uint32_t location)
{
  return fp->of[type][location].over;
}

const struct pg_expr *
footprint_vague (const struct footprint *fp)
{
  return fp->vague;
}
