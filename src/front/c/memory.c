/* From pointers to cells.
 *
 * Idea. A pointer that may point to several objects splits the path, one for each object of its points-to set, and one that
 * ends in a fault for anything else. Inside an object the offset decides: a constant selects its cell, a computed index
 * selects a cell of an array, with the bounds as a condition of the path.
 * Source. Guarded updates for points-to sets, as in E. Clarke, D. Kroening, F. Lerda, "A tool for checking ANSI-C
 * programs", TACAS 2004.
 * Where we differ. A choice between objects is a choice between edges, not inside an expression, so that each edge touches
 * one object and reductions can distinguish them.
 * Why that is sound. The conditions of the copies cover every value of the pointer: the candidates, NULL, and all others. */
#include "front/c/memory.h"

/* ---- finding the object ---- */

static void
candidates (struct walker *w, const struct path *p, LLVMValueRef pointer, struct c_objects *out)
{
  context_objects (w->c, p->ctx, pointer, out);
}

bool
memory_is_visible (struct walker *w, const struct path *p, LLVMValueRef pointer)
{
  struct c_objects all = {0};
  bool yes = false;
  candidates (w, p, pointer, &all);
  for (size_t i = 0; i < all.count; i++)
    yes |= w->c->objects.data[all.data[i]].visible;
  VEC_FREE (all);
  return yes;
}

/* Copies of the path, one for each object. */
static void
split_by_object (struct walker *w, struct path *p, uint32_t value, struct c_value a, const struct c_objects *all)
{
  struct c_program *c = w->c;
  struct pg_expr *other = x_binary (c, E_NE, a.e, x_const (c, OBJECT_BITS, 0)), *null = x_binary (c, E_EQ, a.e, x_const (c, OBJECT_BITS, 0));
  for (size_t i = 0; i < all->count; i++) {
    struct pg_expr *id = x_const (c, OBJECT_BITS, all->data[i]);
    struct path *q = path_fork (w, p, x_binary (c, E_EQ, a.e, id));
    if (q)
      path_bind (q, q->ctx, value, (struct c_value) {.e = id, .second = a.second, .whole = a.whole});
  }
  for (size_t i = 0; i < all->count; i++)
    other = x_and (c, other, x_binary (c, E_NE, a.e, x_const (c, OBJECT_BITS, all->data[i])));
  path_fault_if (w, p, null, FAULT_MEMORY, "access through a NULL pointer");
  path_fault_if (w, p, other, FAULT_MEMORY, "access through an invalid pointer");
}

bool
memory_fix_object (struct walker *w, struct path *p, LLVMValueRef pointer, uint32_t *object, struct pg_expr **offset)
{
  struct c_value a = path_value (w, p, pointer);
  if (!a.e || !a.second) {
    path_fault (w, p, FAULT_RESOURCE, "an address that is not translated");
    return false;
  }
  if (x_is_const (a.e)) {
    *object = (uint32_t) x_value (a.e);
    *offset = a.second;
    if (*object == 0)
      path_fault (w, p, FAULT_MEMORY, "access through a NULL pointer");
    else if (*object >= w->c->objects.count || !w->c->objects.data[*object].type)
      path_fault (w, p, FAULT_MEMORY, "access to something that is not data");
    return *object && *object < w->c->objects.count && w->c->objects.data[*object].type;
  }
  struct c_objects all = {0};
  candidates (w, p, pointer, &all);
  split_by_object (w, p, map_get (&w->c->value_of, pointer), a, &all);
  VEC_FREE (all);
  return false;
}

/* ---- finding the cell ---- */

static struct pg_place *
leaf_place (struct walker *w, const struct c_object *o, const struct c_leaf *f)
{
  assert (!o->in_frame || o->ctx->thread == w->thread);      /* the frame is that of the walked thread */
  assert (f->var < (o->in_frame ? w->vars.count : w->c->vars.count));
  struct pg_place *p = x_place (w->c, o->in_frame ? REGION_FRAME : REGION_GLOBAL, f->var);
  p->nindex = f->ndims;
  return p;
}

/* Adds the cells of one leaf that overlap with a constant number of bytes from `at` on. */
static bool
add_fixed (struct walker *w, struct cells *x, const struct c_leaf *f, uint64_t at)
{
  const struct c_object *o = &w->c->objects.data[x->object];
  uint64_t n = 1;
  for (uint8_t d = 0; d < f->ndims; d++)
    n *= f->dim[d];
  for (uint64_t k = 0; k < n; k++) {
    uint64_t offset = f->offset, rest = k;
    uint32_t index[PG_MAX_DIMS];
    for (uint8_t d = f->ndims; d-- > 0; rest /= f->dim[d]) {
      index[d] = (uint32_t) (rest % f->dim[d]);
      offset += (uint64_t) index[d] * f->stride[d];
    }
    if (offset + f->bytes <= at || offset >= at + x->bytes)
      continue;
    if (x->count == MOST_PIECES)
      return false;
    struct piece *p = &x->piece[x->count++];
    *p = (struct piece) {.place = leaf_place (w, o, f), .leaf = f, .shift = 8 * (int) ((int64_t) offset - (int64_t) at)};
    for (uint8_t d = 0; d < f->ndims; d++)
      p->place->index[d] = x_const (w->c, 32, index[d]);
  }
  return true;
}

/* A constant offset; false: not supported. */
bool
memory_fixed_cells (struct walker *w, struct cells *x, uint64_t at)
{
  assert (!x->count && x->bytes);
  const struct c_object *o = &w->c->objects.data[x->object];
  for (size_t i = 0; i < o->leaves.count; i++)
    if (!add_fixed (w, x, &o->leaves.data[i], at))
      return false;
  return x->count;
}

/* The condition that the offset is that of a cell of the leaf, whose indices are set. NULL: never. */
static struct pg_expr *
match_leaf (struct walker *w, const struct c_leaf *f, struct pg_expr *offset, struct pg_place *place)
{
  assert (place->nindex == f->ndims && pg_bits (offset) == 64);
  struct c_program *c = w->c;
  struct pg_expr *rest = x_binary (c, E_ADD, offset, x_const (c, 64, -f->offset)), *cond = NULL;
  uint64_t r;
  for (uint8_t d = 0; d < f->ndims; d++) {
    bool last = d + 1 == f->ndims;
    if (last && x_residue (rest, f->stride[d], &r) && r)
      return NULL;
    struct pg_expr *k = x_quotient (c, rest, f->stride[d]);
    cond = x_and (c, cond, x_binary (c, E_ULT, k, x_const (c, 64, f->dim[d])));
    place->index[d] = x_zext (c, k, 32);
    if (!(last && x_residue (rest, f->stride[d], &r)))
      rest = x_binary (c, E_UMOD, rest, x_const (c, 64, f->stride[d]));
    else
      rest = x_const (c, 64, 0);
  }
  cond = x_and (c, cond, x_binary (c, E_EQ, rest, x_const (c, 64, 0)));
  return cond ? cond : x_const (c, 1, 1);
}

/* A computed offset: one path for each leaf that has cells of this size. */
static void
computed_cells (struct walker *w, struct path *p, struct cells *x, struct pg_expr *offset, cells_fn *fn)
{
  struct c_program *c = w->c;
  const struct c_object *o = &c->objects.data[x->object];
  struct pg_expr *none = x_const (c, 1, 1);
  for (size_t i = 0; i < o->leaves.count; i++) {
    const struct c_leaf *f = &o->leaves.data[i];
    if (f->bytes != x->bytes)
      continue;
    struct pg_place *place = leaf_place (w, o, f);
    struct pg_expr *match = match_leaf (w, f, offset, place);
    if (!match || x_is (match, 0))
      continue;
    none = x_and (c, none, x_not (c, match));
    struct path *q = path_fork (w, p, match);
    if (!q)
      continue;
    struct path own = *q;
    w->paths.count--;
    x->count = 1;
    x->piece[0] = (struct piece) {.place = place, .leaf = f};
    fn (w, &own, x);
    path_release (&own);
  }
  struct pg_expr *inside = x_binary (c, E_ULE, offset, x_const (c, 64, o->size - x->bytes));
  path_fault_if (w, p, x_not (c, inside), FAULT_MEMORY, "access outside of the object");
  path_fault_if (w, p, x_and (c, inside, none), FAULT_RESOURCE, "an access whose bytes are not those of one variable");
}

/* Whether the object is a local variable of this thread whose function has returned. */
static bool
has_returned (const struct walker *w, const struct path *p, const struct c_object *o)
{
  const struct c_ctx *x = p->ctx;
  if (!o->ctx || o->alive != NONE || o->ctx->thread != w->thread)
    return false;
  while (x && x != o->ctx)
    x = x->parent;
  return !x;
}

/* The thread that owns the object: locals and thread-local variables. NONE: it is shared. */
static uint32_t
owner_of (const struct c_object *o)
{
  if (o->thread != NONE)
    return o->thread;
  return o->ctx && o->alive == NONE ? o->ctx->thread : NONE;
}

bool
memory_alive (struct walker *w, struct path *p, const struct c_object *o)
{
  assert (o->gone == NONE || o->ctx);
  struct pg_expr *alive;
  if (has_returned (w, p, o)) {
    path_fault (w, p, FAULT_MEMORY, "access to a local variable of a function that has returned");
    return false;
  }
  uint32_t owner = owner_of (o);
  if (owner != NONE && owner != w->thread && w->c->threads.data[owner].ended != NONE) {
    struct pg_expr *ended = x_load (w->c, x_place (w->c, REGION_GLOBAL, w->c->threads.data[owner].ended), 1);
    path_fault_if (w, p, ended, FAULT_MEMORY, "access to a local variable of a thread that has ended");
    path_assume (w, p, x_not (w->c, ended));
  }
  if (o->gone != NONE && o->ctx->thread != w->thread) {
    struct pg_expr *gone = x_load (w->c, x_place (w->c, REGION_GLOBAL, o->gone), 1);
    path_fault_if (w, p, gone, FAULT_MEMORY, "access to a local variable of a function that has returned");
    path_assume (w, p, x_not (w->c, gone));
  }
  if (o->alive == NONE || !path_loaded (w, p, x_place (w->c, REGION_GLOBAL, o->alive), 1, &alive))
    return true;
  path_fault_if (w, p, x_not (w->c, alive), FAULT_MEMORY, "access to memory that was freed");
  path_assume (w, p, alive);
  return !path_impossible (p);
}

void
memory_access (struct walker *w, struct path *p, LLVMValueRef pointer, uint32_t bytes, cells_fn *fn)
{
  assert (bytes >= 1 && bytes <= 8);
  struct c_program *c = w->c;
  struct cells x = {.bytes = bytes};
  struct pg_expr *offset;
  if (p->stepped && !p->atomic && memory_is_visible (w, p, pointer)) {
    path_end_here (w, p, 0);
    return;
  }
  if (!memory_fix_object (w, p, pointer, &x.object, &offset))
    return;
  const struct c_object *o = &c->objects.data[x.object];
  if (!memory_alive (w, p, o))
    return;
  if (o->size < bytes) {
    path_fault (w, p, FAULT_MEMORY, "access outside of the object");
    return;
  }
  if (!x_is_const (offset))
    computed_cells (w, p, &x, offset, fn);
  else if (x_value (offset) > o->size - bytes)
    path_fault (w, p, FAULT_MEMORY, "access outside of the object");
  else if (memory_fixed_cells (w, &x, x_value (offset)))
    fn (w, p, &x);
  else
    path_fault (w, p, FAULT_RESOURCE, "an access to bytes outside of every variable");
}

/* A computed offset in an object with several members: one path for each member that is not an array, with its constant
 * offset. What remains of the path is for the arrays. */
static void
split_by_member (struct walker *w, struct path *p, LLVMValueRef pointer, const struct c_object *o, struct pg_expr *offset)
{
  struct c_program *c = w->c;
  struct c_value a = path_value (w, p, pointer);
  for (size_t i = 0; i < o->leaves.count; i++) {
    struct pg_expr *at = x_const (c, 64, o->leaves.data[i].offset), *is = x_binary (c, E_EQ, offset, at);
    if (o->leaves.data[i].ndims)
      continue;
    struct path *q = path_fork (w, p, is);
    if (q)
      path_bind (q, q->ctx, map_get (&c->value_of, pointer), (struct c_value) {.e = a.e, .second = at, .whole = a.whole});
    path_assume (w, p, x_not (c, is));
  }
}

bool
memory_cell (struct walker *w, struct path *p, LLVMValueRef pointer, uint32_t nth, struct cell *out)
{
  uint32_t object;
  struct pg_expr *offset;
  if (!memory_fix_object (w, p, pointer, &object, &offset))
    return false;
  const struct c_object *o = &w->c->objects.data[object];
  if (!memory_alive (w, p, o))
    return false;
  bool computed = !x_is_const (offset);
  if (computed)
    split_by_member (w, p, pointer, o, offset);
  for (size_t i = 0; i + nth < o->leaves.count; i++) {
    if (computed && !o->leaves.data[i].ndims)
      continue;
    struct pg_place *first = leaf_place (w, o, &o->leaves.data[i]);
    struct pg_expr *match = match_leaf (w, &o->leaves.data[i], offset, first);
    if (!match || x_is (match, 0))
      continue;
    path_fault_if (w, p, x_not (w->c, match), FAULT_MEMORY, "not the address of an object of this kind");
    path_assume (w, p, match);
    *out = (struct cell) {.place = leaf_place (w, o, &o->leaves.data[i + nth]), .leaf = &o->leaves.data[i + nth], .object = o};
    if (out->leaf->ndims != first->nindex)
      break;
    for (uint8_t d = 0; d < first->nindex; d++)
      out->place->index[d] = first->index[d];
    return !path_impossible (p);
  }
  if (computed)
    path_fault (w, p, FAULT_MEMORY, "not the address of an object of this kind");
  else
    path_fault (w, p, FAULT_RESOURCE, "an address whose object is not translated");
  return false;
}

/* ---- contents ---- */

struct pg_expr *
cells_load (struct walker *w, struct path *p, const struct cells *x, unsigned bits)
{
  assert (x->count);
  struct c_program *c = w->c;
  struct pg_expr *value = NULL;
  for (uint32_t i = 0; i < x->count; i++) {
    const struct piece *k = &x->piece[i];
    struct pg_expr *cell;
    if (!path_loaded (w, p, k->place, k->leaf->bits, &cell))
      return NULL;
    if (x->count == 1 && !k->shift && k->leaf->bytes == x->bytes)
      return x_zext (c, cell, bits);
    cell = x_zext (c, cell, 64);
    if (k->shift > 0)
      cell = x_binary (c, E_SHL, cell, x_const (c, 64, (uint64_t) k->shift));
    else if (k->shift < 0)
      cell = x_binary (c, E_LSHR, cell, x_const (c, 64, (uint64_t) -k->shift));
    value = value ? x_binary (c, E_BITOR, value, cell) : cell;
  }
  return x_zext (c, value, bits);
}

/* The cell's new contents when only part of it is written. */
static struct pg_expr *
merged (struct walker *w, struct pg_expr *old, struct pg_expr *value, const struct piece *k, uint32_t bytes)
{
  struct c_program *c = w->c;
  uint64_t mask = bytes >= 8 ? UINT64_MAX : ((uint64_t) 1 << 8 * bytes) - 1;
  struct pg_expr *v = x_zext (c, value, 64);
  if (k->shift > 0) {
    mask >>= k->shift;
    v = x_binary (c, E_LSHR, v, x_const (c, 64, (uint64_t) k->shift));
  } else if (k->shift < 0) {
    mask <<= -k->shift;
    v = x_binary (c, E_SHL, v, x_const (c, 64, (uint64_t) -k->shift));
  }
  v = x_binary (c, E_BITAND, v, x_const (c, 64, mask));
  old = x_binary (c, E_BITAND, x_zext (c, old, 64), x_const (c, 64, ~mask));
  return x_zext (c, x_binary (c, E_BITOR, old, v), k->leaf->bits);
}

void
cells_store (struct walker *w, struct path *p, const struct cells *x, struct pg_expr *value)
{
  for (uint32_t i = 0; i < x->count; i++) {
    const struct piece *k = &x->piece[i];
    struct pg_expr *old;
    if (x->count == 1 && !k->shift && k->leaf->bytes == x->bytes)
      path_store (p, k->place, x_zext (w->c, value, k->leaf->bits));
    else if (path_loaded (w, p, k->place, k->leaf->bits, &old))
      path_store (p, k->place, merged (w, old, value, k, x->bytes));
  }
}
