/* Finishing a program graph: memory layout, edges by location, invariants. */
#include "model/graph.h"

#include <assert.h>

#include "base/str.h"
#include "model/access.h"

uint32_t
pg_var_bytes (const struct pg_var *v)
{
  return v->type.bits <= 8 ? 1 : v->type.bits <= 16 ? 2 : v->type.bits <= 32 ? 4 : 8;
}

uint32_t
pg_var_elements (const struct pg_var *v)
{
  uint32_t n = 1;
  for (uint8_t k = 0; k < v->ndims; k++)
    n *= v->dim[k];
  return n;
}

uint32_t
pg_place_element (const struct pg_var *v, const struct pg_place *p)
{
  uint32_t element = 0;
  for (uint8_t k = 0; k < p->nindex; k++) {
    const struct pg_expr *i = p->index[k];
    if (i->op != E_CONST || i->value < 0 || (uint32_t) i->value >= v->dim[k])
      return PG_ALL;
    element = element * v->dim[k] + (uint32_t) i->value;
  }
  assert (element < pg_var_elements (v));
  return element;
}

void
pg_print_cell (struct str *out, const struct pg_var *v, uint32_t element)
{
  uint32_t index[PG_MAX_DIMS];
  for (int k = v->ndims - 1; k >= 0; k--) {
    index[k] = element % v->dim[k];
    element /= v->dim[k];
  }
  uint8_t k = 0, components = 0;
  for (const char *c = v->name;; c++) {
    if (*c == '.' || !*c) {
      components++;
      for (; k < v->ndims && v->dim_after[k] <= components; k++)
        str_printf (out, "[%u]", index[k]);
    }
    if (!*c)
      return;
    str_add_char (out, *c);
  }
}

const struct pg_expr *
pg_beyond_data (const struct pg_expr *e)
{
  if (!e || (e->op >= E_LEN && e->op <= E_REMOTE_LOAD && e->op != E_PID))
    return e;
  const struct pg_expr *found = NULL;
  for (uint32_t i = 0; e->place && i < e->place->nindex && !found; i++)
    found = pg_beyond_data (e->place->index[i]);
  for (int i = 0; i < 3 && !found; i++)
    found = pg_beyond_data (e->kid[i]);
  return found;
}

bool
pg_place_same (const struct pg_place *a, const struct pg_place *b)
{
  if (!a || !b)
    return a == b;
  if (a->var != b->var || a->region != b->region || a->nindex != b->nindex)
    return false;
  for (uint8_t i = 0; i < a->nindex; i++)
    if (!pg_expr_same (a->index[i], b->index[i]))
      return false;
  return true;
}

bool
pg_expr_same (const struct pg_expr *a, const struct pg_expr *b)
{
  if (!a || !b || a == b)
    return a == b;
  if (a->op != b->op || pg_bits (a) != pg_bits (b) || a->value != b->value || a->proc != b->proc || a->msg != b->msg || a->nargs || b->nargs)
    return false;
  return pg_expr_same (a->kid[0], b->kid[0]) && pg_expr_same (a->kid[1], b->kid[1]) && pg_expr_same (a->kid[2], b->kid[2])
         && pg_place_same (a->place, b->place);
}

bool
pg_expr_has (const struct pg_expr *e, enum pg_op op)
{
  return e && (e->op == op || pg_expr_has (e->kid[0], op) || pg_expr_has (e->kid[1], op) || pg_expr_has (e->kid[2], op));
}

bool
pg_expr_reads (const struct pg_expr *e, enum pg_region region, uint32_t var)
{
  if (!e)
    return false;
  if (e->op == E_LOAD && e->place->region == region && e->place->var == var)
    return true;
  for (uint8_t i = 0; e->place && i < e->place->nindex; i++)
    if (pg_expr_reads (e->place->index[i], region, var))
      return true;
  return pg_expr_reads (e->kid[0], region, var) || pg_expr_reads (e->kid[1], region, var) || pg_expr_reads (e->kid[2], region, var);
}

/* Row-major strides; offsets by size, biggest first, so that natural alignment
 * costs no padding. Returns the size of the region. */
static uint32_t
lay_out (struct pg_var *vars, uint32_t count)
{
  uint32_t offset = 0;
  for (uint32_t bytes = 8; bytes; bytes /= 2)
    for (uint32_t i = 0; i < count; i++) {
      struct pg_var *v = vars + i;
      if (pg_var_bytes (v) != bytes)
        continue;
      v->offset = offset;
      uint32_t stride = bytes;
      for (int k = v->ndims - 1; k >= 0; k--) {
        v->stride[k] = stride;
        stride *= v->dim[k];
      }
      offset += stride;
    }
  return offset;
}

static void
lay_out_channel (struct pg *pg, struct pg_chan_type *c)
{
  c->field_offset = arena_alloc (&pg->arena, (c->nfields + 1) * sizeof *c->field_offset);
  uint32_t offset = 0;
  for (uint32_t bytes = 4; bytes; bytes /= 2)
    for (uint32_t f = 0; f < c->nfields; f++) {
      uint8_t bits = c->fields[f].bits;
      if ((bits <= 8 ? 1u : bits <= 16 ? 2u : 4u) != bytes)
        continue;
      c->field_offset[f] = offset;
      offset += bytes;
    }
  c->slot_bytes = offset;
}

/* A stable counting sort of the edges by source. */
static void
sort_edges (struct pg *pg, struct pg_proc *p)
{
  for (uint32_t l = 0; l < p->nlocs; l++)
    p->locs[l].nedges = 0;
  for (uint32_t e = 0; e < p->nedges; e++)
    p->locs[p->edges[e].src].nedges++;
  uint32_t first = 0;
  for (uint32_t l = 0; l < p->nlocs; l++) {
    p->locs[l].first_edge = first;
    first += p->locs[l].nedges;
    p->locs[l].nedges = 0;
  }
  struct pg_edge *sorted = arena_alloc (&pg->arena, (p->nedges + 1) * sizeof *sorted);
  for (uint32_t e = 0; e < p->nedges; e++) {
    struct pg_loc *l = p->locs + p->edges[e].src;
    sorted[l->first_edge + l->nedges++] = p->edges[e];
  }
  p->edges = sorted;
}

void
pg_finish (struct pg *pg)
{
  pg->global_bytes = lay_out (pg->vars, pg->nvars);
  for (uint32_t c = 0; c < pg->nchan_types; c++)
    lay_out_channel (pg, pg->chan_types + c);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    struct pg_proc *proc = pg->procs + p;
    assert (proc->nparams <= proc->nvars);
    proc->frame_bytes = lay_out (proc->vars, proc->nvars);
    sort_edges (pg, proc);
  }
  assert (pg_check (pg));
  access_compute (pg);
}

void
pg_free (struct pg *pg)
{
  if (!pg)
    return;
  if (pg->free_front)
    pg->free_front (pg->front);
  struct arena arena = pg->arena;
  arena_release (&arena);
  mem_free (pg);
}
